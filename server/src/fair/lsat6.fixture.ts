import { responsesOf } from './responses'

/**
 * Answers of 1,000 persons to section 6 of the Law School Admission Test: number of persons per pattern of five answers
 * (Bock and Lieberman 1970, table 1; Thissen 1982). Two patterns did not occur.
 */
const patterns: Record<string, number> = {
  ...{ '00000': 3, '00001': 6, '00010': 2, '00011': 11, '00100': 1, '00101': 1, '00110': 3, '00111': 4 },
  ...{ '01000': 1, '01001': 8, '01011': 16, '01101': 3, '01110': 2, '01111': 15 },
  ...{ '10000': 10, '10001': 29, '10010': 14, '10011': 81, '10100': 3, '10101': 28, '10110': 15, '10111': 80 },
  ...{ '11000': 16, '11001': 56, '11010': 21, '11011': 173, '11100': 11, '11101': 61, '11110': 28, '11111': 298 },
}

export const lsat6 = responsesOf(
  5,
  Object.keys(patterns).map((pattern) => Array.from(pattern, (digit, item) => ({ item, share: Number(digit) }))),
  Object.values(patterns),
)
