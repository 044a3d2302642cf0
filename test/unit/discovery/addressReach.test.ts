import { expect, it } from "vitest";
import { addressReach } from "../../../src/discovery/addressReach.ts";

it.each([
  ["8.8.8.8", "public"],
  ["2606:4700::1111", "public"],
  ["::ffff:8.8.8.8", "public"],
  ["127.0.0.1", "loopback"],
  ["127.255.0.1", "loopback"],
  ["::1", "loopback"],
  ["::ffff:127.0.0.1", "loopback"],
  ["0.0.0.0", "private"],
  ["10.0.0.1", "private"],
  ["100.64.0.1", "private"],
  ["169.254.169.254", "private"],
  ["172.31.0.1", "private"],
  ["192.168.1.1", "private"],
  ["192.0.2.1", "private"],
  ["198.18.0.1", "private"],
  ["224.0.0.1", "private"],
  ["255.255.255.255", "private"],
  ["::", "private"],
  ["::7f00:1", "private"],
  ["fc00::1", "private"],
  ["fe80::1", "private"],
  ["64:ff9b::a00:1", "private"],
  ["2001::1", "private"],
  ["2001:db8::1", "private"],
  ["2002:7f00:1::", "private"],
  ["ff02::1", "private"],
  ["acme.example", undefined],
])("%s leads to what is %s", (address, reach) => {
  expect(addressReach(address)).toBe(reach);
});
