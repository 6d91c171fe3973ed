const readline = require('node:readline')
async function main() {
  const rl = readline.createInterface({ input: process.stdin, crlfDelay: Infinity })
  const words = new Map(); let n = 0
  for await (const line of rl) { n++; for (const w of line.toLowerCase().match(/[a-z]+/g) ?? []) words.set(w, (words.get(w) ?? 0) + 1) }
  const top = [...words].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, 3)
  console.log(n, words.size, top); console.log(words)
}
main()
