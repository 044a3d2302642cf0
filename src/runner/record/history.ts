import type { CallEnd } from "../../exchange/callEvent.ts";
import type { CallHeader, Transcript } from "./transcript.ts";
import { parseTranscript, transcriptText } from "./transcriptFile.ts";

/** Where transcripts are kept; a folder in the editor's storage. Names are made here and hold letters, digits, `-`, `_`. */
export interface HistoryStore {
  names(): Promise<readonly string[]>;
  /** Undefined when it cannot be read. */
  read(name: string): Promise<string | undefined>;
  write(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}

export interface HistoryEntry {
  readonly header: CallHeader;
  /** Absent for a call whose end was not kept. */
  readonly end?: CallEnd;
  readonly characters: number;
}

export interface HistoryBounds {
  readonly maxCalls: number;
  /** Characters of all files, which are about their bytes. */
  readonly maxCharacters: number;
}

export const defaultHistoryBounds: HistoryBounds = { maxCalls: 200, maxCharacters: 50_000_000 };

/** The calls of the past, immutable, bounded by number and size; the oldest go first. */
export interface History {
  /** Newest first. */
  entries(): readonly HistoryEntry[];
  add(transcript: Transcript): Promise<void>;
  transcript(id: string): Promise<Transcript | undefined>;
  remove(id: string): Promise<void>;
  clear(): Promise<void>;
}

interface StoredEntry extends HistoryEntry {
  readonly name: string;
}

/** Opens the history of a store. Files that are no transcripts are left alone and not listed. */
export async function openHistory(store: HistoryStore, bounds: HistoryBounds = defaultHistoryBounds): Promise<History> {
  let stored: StoredEntry[] = [];
  for (const name of await store.names()) {
    const text = await store.read(name);
    const parsed = text === undefined ? undefined : parseTranscript(text);
    if (text !== undefined && parsed?.kind === "transcript") stored.push(entryOf(name, parsed.transcript, text.length));
  }
  // Names begin with the time of the call.
  stored.sort((a, b) => (a.name < b.name ? 1 : -1));
  let lastChange: Promise<void> = trim();

  /** One change after the other: two at once could each remove what the other counts. */
  function change(work: () => Promise<void>): Promise<void> {
    const next = lastChange.then(work);
    // A failed change is its caller's to handle; it must not stop the next one.
    lastChange = next.catch(() => {});
    return next;
  }

  async function trim(): Promise<void> {
    let characters = 0;
    const isKept = (entry: StoredEntry, index: number): boolean => {
      characters += entry.characters;
      return index < bounds.maxCalls && (index === 0 || characters <= bounds.maxCharacters);
    };
    const firstCut = stored.findIndex((entry, index) => !isKept(entry, index));
    if (firstCut !== -1) await removeAll(stored.slice(firstCut));
  }

  async function removeAll(entries: readonly StoredEntry[]): Promise<void> {
    stored = stored.filter((entry) => !entries.includes(entry));
    for (const entry of entries) await store.remove(entry.name);
  }

  return {
    entries: () => stored,
    add: (transcript) =>
      change(async () => {
        const name = transcriptName(transcript.header);
        const text = transcriptText(transcript);
        await store.write(name, text);
        const others = stored.filter((entry) => entry.name !== name);
        stored = [entryOf(name, transcript, text.length), ...others].sort((a, b) => (a.name < b.name ? 1 : -1));
        await trim();
      }),
    async transcript(id) {
      const entry = stored.find(({ header }) => header.id === id);
      const text = entry && (await store.read(entry.name));
      const parsed = text === undefined ? undefined : parseTranscript(text);
      return parsed?.kind === "transcript" ? parsed.transcript : undefined;
    },
    remove: (id) => change(() => removeAll(stored.filter(({ header }) => header.id === id))),
    clear: () => change(() => removeAll(stored)),
  };
}

function entryOf(name: string, transcript: Transcript, characters: number): StoredEntry {
  const end = transcript.events.findLast((event) => event.event === "end");
  return { name, header: transcript.header, ...(end && { end }), characters };
}

/** A call's name in the store. The time first, so that names are in the order of the calls. Nothing of a header can leave the folder. */
export function transcriptName(header: CallHeader): string {
  return `${header.startedAt}-${header.id}`.replace(/[^A-Za-z0-9_-]/g, "-").slice(0, 120);
}
