const digits = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/** Checks the tax number of a company: 18 characters, the last one a check character. Expects upper case. */
export function isTaxNo(text: string): boolean {
  if (text.length !== 18) return false
  const values = Array.from(text, (c) => digits.indexOf(c))
  if (values.includes(-1)) return false
  const sum = weights.reduce((total, weight, i) => total + weight * values[i]!, 0)
  return values[17] === (31 - (sum % 31)) % 31
}
