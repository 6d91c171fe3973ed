/** Encodes Chinese text in GB 18030, which Node.js can only decode. Supports one-byte and two-byte characters. */
export function gb18030(text: string): Buffer {
  const decoder = new TextDecoder('gb18030')
  const table = new Map<string, number[]>()
  for (let high = 0x81; high <= 0xfe; high++)
    for (let low = 0x40; low <= 0xfe; low++) {
      const sign = decoder.decode(Uint8Array.of(high, low))
      if ([...sign].length === 1) table.set(sign, [high, low])
    }
  return Buffer.from([...text].flatMap((sign) => (sign.charCodeAt(0) < 128 ? [sign.charCodeAt(0)] : table.get(sign)!)))
}
