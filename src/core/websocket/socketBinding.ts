import type { FrameSocket } from "./frameSocket.ts";

/**
 * How `simplex-chat` is given a socket. Its transport says `new WebSocket(url)` and takes no other; the build binds that
 * name, in that package only, to `WebSocket` below. Neither `globalThis` nor another module of the process is touched.
 */
let handedOver: FrameSocket | undefined;

/** Runs `open`, in which the client makes its socket at once; it gets `socket`. */
export function openWith<Result>(socket: FrameSocket, open: () => Result): Result {
  handedOver = socket;
  try {
    return open();
  } finally {
    handedOver = undefined;
  }
}

/** Stands for the class of that name: `new` gives the socket handed over. */
export function WebSocket(): FrameSocket {
  if (handedOver === undefined) throw new Error("simplex-chat opened a socket that was not handed over by openWith.");
  return handedOver;
}
