/**
 * Returns a 128-bit hash as hex. Not cryptographic, so that it can be synchronous and its code short. The fingerprint
 * of a token reveals at most half of the token's 256 random bits.
 */
export function fingerprint(text: string): string {
  const lanes = [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344]
  const factors = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f]
  const stir = (value: number) => {
    for (let i = 0; i < 4; i++) {
      // Each lane includes its neighbour, so that all lanes depend on every character.
      const mixed = Math.imul(lanes[i]! ^ lanes[(i + 1) % 4]! ^ value, factors[i]!)
      lanes[i] = (mixed << 13) | (mixed >>> 19)
    }
  }
  for (let i = 0; i < text.length; i++) stir(text.charCodeAt(i))
  for (let i = 0; i < 8; i++) stir(text.length)
  return lanes.map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('')
}
