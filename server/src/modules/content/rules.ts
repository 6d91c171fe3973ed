/** Compares dotted versions number by number: 2.10 is newer than 2.9. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number))
  for (let i = 0; i < Math.max(left!.length, right!.length); i++) {
    const difference = (left![i] ?? 0) - (right![i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
