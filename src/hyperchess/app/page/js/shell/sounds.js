/** Sounds of moves, off by default: short tones made by the browser, without files. */

/** @import {Session} from "../session.js" */
/** @import {Settings} from "../settings/settings.js" */

/** @type {Record<string, readonly (readonly [hertz: number, after: number])[]>} tones, and seconds until each */
const TUNES = {
  move: [[330, 0]],
  submit: [
    [330, 0],
    [440, 0.07],
  ],
  check: [
    [520, 0],
    [520, 0.11],
  ],
  end: [
    [440, 0],
    [330, 0.12],
    [220, 0.24],
  ],
};

const LENGTH = 0.09; // seconds
const LOUD = 0.12;

/** @param {Session} session @param {Settings} settings */
export function mountSounds(session, settings) {
  /** @type {AudioContext | null} */
  let audio = null;
  let before = { study: "", node: -1, pending: 0 };

  session.on("position", () => {
    const { study, node, pending, position } = session;
    const now = { study: study?.id ?? "", node, pending: pending.length };
    const made = now.study === before.study && now.node === before.node && now.pending > before.pending;
    const acted = now.study === before.study && now.node !== before.node;
    before = now;
    if (!settings.get("sounds") || !position || !(made || acted)) return;
    const { verdict, over } = position.status;
    play(made ? "move" : over ? "end" : verdict === "check" || verdict === "softmate" ? "check" : "submit");
  });

  /** @param {string} tune */
  function play(tune) {
    audio ??= new AudioContext();
    for (const [hertz, after] of TUNES[tune] ?? []) {
      const begin = audio.currentTime + after;
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.type = "triangle";
      tone.frequency.value = hertz;
      volume.gain.setValueAtTime(LOUD, begin);
      volume.gain.exponentialRampToValueAtTime(0.001, begin + LENGTH);
      tone.connect(volume).connect(audio.destination);
      tone.start(begin);
      tone.stop(begin + LENGTH);
    }
  }
}
