// One stream of events from the server, opened again and again however often it breaks.

const QUIET_MS = 10000; // the server says something every four seconds
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 4000;

/**
 * Dispatches "state", "view", "event", "resync" (detail: the data), and "online" and "offline" as the line comes and
 * goes. `audience` is "table" or "overlay".
 */
export class Connection extends EventTarget {
  #audience;
  #source = null;
  #lastId = null;
  #wait = FIRST_WAIT_MS;
  #heard = 0;
  #version = null;
  #run = null;

  constructor(audience) {
    super();
    this.#audience = audience;
    this.online = null;
  }

  start() {
    this.#open();
    setInterval(() => this.#check(), 1000);
  }

  #open() {
    const after = this.#lastId ? `&after=${encodeURIComponent(this.#lastId)}` : "";
    const source = new EventSource(`/api/events?for=${this.#audience}${after}`);
    this.#source = source;
    this.#heard = Date.now();
    for (const kind of ["hello", "state", "view", "event", "resync", "ping", "bye"]) {
      source.addEventListener(kind, (message) => source === this.#source && this.#on(kind, message));
    }
    source.addEventListener("error", () => source === this.#source && this.#again());
  }

  #on(kind, message) {
    this.#heard = Date.now();
    if (message.lastEventId) this.#lastId = message.lastEventId;
    const data = JSON.parse(message.data);
    if (kind === "hello") return this.#hello(data);
    if (kind === "bye") return this.#again();
    if (message.lastEventId && kind === "event") data.id = message.lastEventId;
    if (kind !== "ping") this.dispatchEvent(new CustomEvent(kind, { detail: data }));
    return undefined;
  }

  #hello(data) {
    if (this.#version !== null && this.#version !== data.version) return location.reload();
    this.#version = data.version;
    this.#wait = FIRST_WAIT_MS;
    this.#set(true);
    if (this.#run !== data.run) this.dispatchEvent(new CustomEvent("run", { detail: data.run }));
    this.#run = data.run;
    return undefined;
  }

  #again() {
    this.#source.close();
    this.#source = null;
    this.#set(false);
    setTimeout(() => this.#source ?? this.#open(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
  }

  #check() {
    if (this.#source && Date.now() - this.#heard > QUIET_MS) this.#again();
  }

  #set(online) {
    if (this.online === online) return;
    this.online = online;
    this.dispatchEvent(new CustomEvent(online ? "online" : "offline"));
  }
}

/** Posts `body`; resolves to what `tell` makes of the answer, or to the sentence that says why it was turned away. */
export async function post(path, body, tell) {
  try {
    const response = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    const answer = await response.json();
    return response.ok ? tell(answer) : answer.error ?? "The request was turned away.";
  } catch {
    return "Lastcard does not answer, so nothing was changed.";
  }
}

/** Posts a command; resolves to null when it was done, else to the sentence that says why not. */
export function send(command) {
  return post("/api/commands", command, () => null);
}
