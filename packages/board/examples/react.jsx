// A board in React. `npm install hyperchess-board react react-dom`, and build with any bundler.

import "hyperchess-board";
import { useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";

/** A playable board; `onMove` gets every action that is played. */
export function Board({ variant, onMove }) {
  const board = useRef(null);
  useEffect(() => {
    const element = board.current;
    const listener = (event) => onMove(event.detail);
    element.addEventListener("move", listener);
    return () => element.removeEventListener("move", listener);
  }, [onMove]);
  return <hyperchess-board ref={board} variant={variant} playable />;
}

function App() {
  const [played, setPlayed] = useState([]);
  const [add] = useState(() => ({ moves }) => setPlayed((before) => [...before, moves]));
  return (
    <>
      <Board variant="Standard" onMove={add} />
      <p id="played">{played.length} actions</p>
    </>
  );
}

createRoot(document.getElementById("root")).render(<App />);
