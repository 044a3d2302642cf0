import { encodedStringBytes } from "./encodedSize.ts";

/** The largest encoded message the core sends, in bytes; one more is refused. */
export const messageLimitBytes = 15_602;

/** Above this an encoded message is compressed, and must then fit into as many bytes again. */
export const compressionLimitBytes = 13_380;

/** What a message holds besides its text. */
export interface MessageParts {
  /** Names that the text mentions. */
  readonly mentions?: readonly string[];
  readonly quoted?: QuotedMessage;
  /** Seconds after which the message disappears. */
  readonly ttlSeconds?: number;
  readonly isLive?: boolean;
  /** Sent as the channel itself. */
  readonly isAsGroup?: boolean;
  /** The core's own range of chat versions. */
  readonly versionRange?: string;
}

interface QuotedMessage {
  /** The whole text: the core of today does not shorten quotes. */
  readonly text: string;
  readonly isOwn: boolean;
  /** Messages in groups are referred to with the id of their sender. */
  readonly isInGroup: boolean;
  /** A time of whole seconds has 20 characters, an own message's up to 30. */
  readonly sentAtLength?: number;
}

/** The range of chat versions the core wrote in autumn 2026; others have as many characters or one less. */
const usualVersionRange = "1-21";

/** `{"v":"","msgId":"<16>","event":"x.msg.new","params":{"content":{"type":"text","text":""}}}` without the versions. */
const plainBytes = 102;
const quoteBytes = 129;
const secondsTimeLength = 20;
const ownQuoteBytes = -1;
const memberIdBytes = 30;
const firstMentionBytes = 48;
const furtherMentionBytes = 35;
const ttlBytes = 7;
const liveBytes = 12;
const asGroupBytes = 15;

/** Bytes of the encoded JSON of a text message, of which the core sends at most `messageLimitBytes`. */
export function messageBytes(text: string, parts: MessageParts = {}): number {
  const { mentions = [], quoted, ttlSeconds, isLive, isAsGroup, versionRange = usualVersionRange } = parts;
  let bytes = plainBytes + versionRange.length + encodedStringBytes(text);
  for (const [index, name] of mentions.entries()) {
    bytes += (index === 0 ? firstMentionBytes : furtherMentionBytes) + encodedStringBytes(name);
  }
  if (quoted) bytes += quotedBytes(quoted);
  if (ttlSeconds !== undefined) bytes += ttlBytes + String(ttlSeconds).length;
  if (isLive) bytes += liveBytes;
  if (isAsGroup) bytes += asGroupBytes;
  return bytes;
}

function quotedBytes(quoted: QuotedMessage): number {
  const time = (quoted.sentAtLength ?? secondsTimeLength) - secondsTimeLength;
  const own = quoted.isOwn ? ownQuoteBytes : 0;
  const member = quoted.isInGroup ? memberIdBytes : 0;
  return quoteBytes + time + own + member + encodedStringBytes(quoted.text);
}

/** The size of a command as a message, and what it leaves for its answer. */
export interface CommandSize {
  readonly bytes: number;
  readonly limitBytes: number;
  /** Encoded bytes left for the text of a reply that quotes the whole command; negative when no reply fits. */
  readonly replyRoomBytes: number;
  /** True when the message is above the compression limit and too random to get below it. */
  readonly mayNotCompress: boolean;
}

/** Measures a command. `mention` is the mentioned member's name; only groups have members. */
export function commandSize(command: string, chat: "direct" | "group", mention?: string): CommandSize {
  const bytes = messageBytes(command, mention === undefined ? {} : { mentions: [mention] });
  const quoted = { text: command, isOwn: false, isInGroup: chat === "group" };
  return {
    bytes,
    limitBytes: messageLimitBytes,
    replyRoomBytes: messageLimitBytes - messageBytes("", { quoted }),
    mayNotCompress: bytes > compressionLimitBytes && leastCompressedBytes(command) > compressionLimitBytes,
  };
}

/**
 * About the least a text compresses to without repetitions, in bytes: its entropy by bytes. Text of people's languages and
 * base64 come out well below their size; only random characters beyond ASCII do not.
 */
function leastCompressedBytes(text: string): number {
  const counts = new Map<number, number>();
  for (const character of text) {
    for (const byte of utf8Of(character.codePointAt(0) ?? 0)) counts.set(byte, (counts.get(byte) ?? 0) + 1);
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let bits = 0;
  for (const count of counts.values()) bits += count * Math.log2(total / count);
  return bits / 8;
}

function utf8Of(code: number): number[] {
  const tail = (shift: number) => 0x80 | ((code >> shift) & 0x3f);
  if (code < 0x80) return [code];
  if (code < 0x800) return [0xc0 | (code >> 6), tail(0)];
  if (code < 0x10000) return [0xe0 | (code >> 12), tail(6), tail(0)];
  return [0xf0 | (code >> 18), tail(12), tail(6), tail(0)];
}
