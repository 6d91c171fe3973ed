import { randomInt } from 'node:crypto'

/** Characters of class codes. No letter can be mistaken for a digit, because students type them from a blackboard. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

export const newJoinCode = () => Array.from({ length: 6 }, () => alphabet[randomInt(alphabet.length)]).join('')
