// Where things lie on the table, in shares of the picture, and what turning and mirroring do to them. No page in here.

const TURN = 2 * Math.PI;
const RADIUS = 0.16;

export const PILES = ["discard", "draw"];
export const PILE_WORDS = { discard: "Discard pile", draw: "Draw pile" };

/** The point of the picture's edge (shares of width and height) where a seat's arms come in; `rim` 1 is the edge. */
export function edgePoint(angle, rim = 1) {
  const across = -Math.sin(angle);
  const down = Math.cos(angle);
  const reach = rim / Math.max(Math.abs(across), Math.abs(down));
  return [(1 + across * reach) / 2, (1 + down * reach) / 2];
}

/** The direction of a point from the middle: 0 at the lower edge, growing clockwise. */
export function edgeAngle(x, y) {
  return (Math.atan2(-(2 * x - 1), 2 * y - 1) + TURN) % TURN;
}

/** A quarter turn clockwise. */
export function turned(places) {
  const zone = (one) => one && { ...one, x: 1 - one.y, y: one.x };
  return {
    ...places,
    rotation: (places.rotation + 90) % 360,
    angles: places.angles.map((angle) => (angle + TURN / 4) % TURN),
    discard: zone(places.discard),
    draw: zone(places.draw),
  };
}

/** Mirrored as the camera's own picture is, whatever it is turned by; the seats keep their order of play. */
export function mirrored(places) {
  const flat = places.rotation % 180 === 0;
  const zone = (one) => one && (flat ? { ...one, x: 1 - one.x } : { ...one, y: 1 - one.y });
  const angles = places.angles.map((angle) => ((flat ? 0 : TURN / 2) - angle + 2 * TURN) % TURN);
  return {
    ...places,
    mirrored: !places.mirrored,
    angles: [angles[0], ...angles.slice(1).reverse()],
    discard: zone(places.discard),
    draw: zone(places.draw),
  };
}

/** The places that `/api/table` tells. */
export function placesOf(table) {
  return {
    rotation: table.rotation,
    mirrored: table.mirrored,
    angles: table.seats.map((seat) => seat.angle),
    discard: table.discard,
    draw: table.draw,
  };
}

/** A pile's place set to begin with: where it was learnt, else a little beside the middle. */
export function firstPlace(pile, learnt) {
  return learnt ?? { x: pile === "discard" ? 0.58 : 0.42, y: 0.5, radius: RADIUS };
}
