/** How the host of every router of the sandbox ends. `.invalid` never resolves (RFC 2606), so no core of the network finds one. */
export const sandboxHostEnding = ".sandbox.invalid";

/** What the sandbox answers for a router of the network, in the member of the core's error that has the system's words. */
export const sandboxHasNoNetwork = "The sandbox has no network.";
