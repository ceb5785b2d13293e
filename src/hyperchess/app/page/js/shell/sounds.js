/**
 * Sounds of moves, made by the browser without files: knocks of wood from filtered noise, and short tones. They start
 * with the first click, tap or key on the page, and a button in the header turns them off.
 */

/** @import {Session} from "../session.js" */
/** @import {Settings} from "../settings/settings.js" */
/** @import {Position5D} from "../types.js" */

import { byId, make } from "../ui/dom.js";
import { icon, setIcon } from "../ui/icons.js";

/** @typedef {"move" | "capture" | "branch" | "check" | "end"} Sound */

/** @type {Record<Sound, readonly (readonly [hertz: number, after: number])[]>} tones, and seconds until each */
const TONES = {
  move: [[196, 0]],
  capture: [
    [147, 0],
    [110, 0.05],
  ],
  branch: [
    [262, 0],
    [392, 0.07],
    [587, 0.14],
  ],
  check: [
    [523, 0],
    [523, 0.12],
  ],
  end: [
    [392, 0],
    [330, 0.14],
    [262, 0.28],
  ],
};

const LENGTH = 0.11; // seconds of a tone
const LOUD = 0.1;
const KNOCK = 0.04; // seconds of noise

/** @param {Session} session @param {Settings} settings */
export function mountSounds(session, settings) {
  /** @type {AudioContext | null} */
  let audio = null;
  let before = { study: "", node: -1, pending: 0 };
  let touched = false;
  for (const gesture of ["pointerdown", "keydown"]) {
    addEventListener(gesture, () => void (touched = true), { capture: true, once: true });
  }
  mountButton(settings);

  session.on("position", () => {
    const { study, node, pending, position } = session;
    const now = { study: study?.id ?? "", node, pending: pending.length };
    const made = now.study === before.study && now.node === before.node && now.pending > before.pending;
    const acted = now.study === before.study && now.node !== before.node;
    before = now;
    if (!settings.get("sounds") || !position || !(made || acted)) return;
    if (!touched) return;
    audio ??= new AudioContext();
    play(audio, soundOf(session, made));
  });
}

/** The button of the header that turns the sounds on and off. @param {Settings} settings */
function mountButton(settings) {
  const button = make(
    "button",
    {
      type: "button",
      class: "head-button",
      id: "head-sound",
      "aria-label": "Sounds",
      on: { click: () => settings.set("sounds", !settings.get("sounds")) },
    },
    icon("sound"),
  );
  const refresh = () => {
    const on = settings.get("sounds");
    setIcon(button, on ? "sound" : "silent");
    button.title = on ? "Sounds are on; press to turn them off" : "Sounds are off; press to turn them on";
    button.setAttribute("aria-pressed", String(on));
  };
  settings.onChange(refresh);
  refresh();
  byId("head-actions", HTMLElement).append(button);
}

/**
 * The sound of the last step.
 *
 * @param {Session} session
 * @param {boolean} made whether it was a move of an unfinished action
 * @returns {Sound}
 */
function soundOf({ position, current }, made) {
  if (!position) return "move";
  const { verdict, over } = position.status;
  if (over && !made) return "end";
  if (!made && (verdict === "check" || verdict === "softmate")) return "check";
  if (made && position.game === "5d") {
    if (position.last.at(-1)?.kind === "branch") return "branch";
    return isCapture(position) ? "capture" : "move";
  }
  const texts = current?.moves.map(({ text }) => text) ?? [];
  if (texts.some((text) => text.includes(">>"))) return "branch";
  return texts.some((text) => text.includes("x")) ? "capture" : "move";
}

/** Whether there was a piece on the target of the last move. @param {Position5D} position */
function isCapture({ last, timelines, width, height }) {
  const [row, time, file, rank] = last.at(-1)?.to ?? [0, 0, 0, 0];
  const line = timelines.find((other) => other.row === row);
  const letter = line?.boards[time - line.first]?.[(height - 1 - rank) * width + file] ?? ".";
  return letter !== "." && letter !== "#";
}

/** @param {AudioContext} audio @param {Sound} sound */
function play(audio, sound) {
  if (sound === "move" || sound === "capture") knock(audio);
  for (const [hertz, after] of TONES[sound]) {
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

/** A piece on wood: a short burst of noise below a kilohertz. @param {AudioContext} audio */
function knock(audio) {
  const length = Math.ceil(audio.sampleRate * KNOCK);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  buffer.getChannelData(0).forEach((_, at, samples) => {
    samples[at] = (Math.random() * 2 - 1) * (1 - at / length) ** 3;
  });
  const noise = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const volume = audio.createGain();
  noise.buffer = buffer;
  filter.frequency.value = 900;
  volume.gain.value = 0.4;
  noise.connect(filter).connect(volume).connect(audio.destination);
  noise.start();
}
