// What things are called, in one place.

export const COLOURS = ["red", "yellow", "green", "blue"];
export const COLOUR_WORDS = { red: "Red", yellow: "Yellow", green: "Green", blue: "Blue" };
export const COLOUR_LETTERS = { red: "R", yellow: "Y", green: "G", blue: "B" };
export const SHAPE_WORDS = { red: "diamond", yellow: "circle", green: "triangle", blue: "square" };
export const RANK_WORDS = { skip: "Skip", reverse: "Reverse", draw2: "Draw Two", wild: "Wild", wild_draw4: "Wild Draw Four" };
export const RANKS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "skip", "reverse", "draw2"];

export const STATUS = {
  waiting: { word: "Waiting", sign: "○" },
  hand_in_view: { word: "Hand in view", sign: "✋" },
  settling: { word: "Settling", sign: "…" },
  committed: { word: "Following", sign: "✓" },
  asking: { word: "Asking", sign: "?" },
  out_of_step: { word: "Out of step", sign: "≠" },
  camera_lost: { word: "Camera lost", sign: "✕" },
  ended: { word: "Ended", sign: "■" },
};

/** "red_5" → { colour: "red", rank: "5" }; "wild" → { colour: null, rank: "wild" } */
export function parseLabel(label) {
  if (label === "back") return { colour: null, rank: "back" };
  const split = label.indexOf("_");
  const colour = label.slice(0, split);
  return COLOURS.includes(colour) ? { colour, rank: label.slice(split + 1) } : { colour: null, rank: label };
}

/** "red_5" → "Red 5" */
export function cardWord(label) {
  if (!label) return "No card";
  const { colour, rank } = parseLabel(label);
  if (rank === "back") return "Face-down card";
  const word = RANK_WORDS[rank] ?? rank;
  return colour ? `${COLOUR_WORDS[colour]} ${word}` : word;
}

export function count(number, one, many = `${one}s`) {
  return `${number} ${number === 1 ? one : many}`;
}

export function directionWord(direction) {
  return direction === -1 ? "Counter-clockwise" : "Clockwise";
}

export function seatName(state, index) {
  return state.seats?.[index]?.name ?? (index === null || index === undefined ? "nobody" : `Seat ${index + 1}`);
}

/** The status to show: the referee's, unless the source has ended. */
export function statusOf(state) {
  const camera = state.camera?.status;
  if (camera === "lost") return "camera_lost";
  if (camera === "ended" && !["asking", "out_of_step"].includes(state.status)) return "ended";
  return state.status in STATUS ? state.status : "waiting";
}
