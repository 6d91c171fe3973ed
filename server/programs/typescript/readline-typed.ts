import * as readline from 'readline'
const rl = readline.createInterface({ input: process.stdin })
const rows: number[][] = []
rl.on('line', (line: string) => rows.push(line.trim().split(/\s+/).map(Number)))
rl.on('close', () => { const t: number[][] = rows[0]!.map((_, c) => rows.map((r) => r[c]!)); console.log(rows, t); console.log(rows.map((r) => r.reduce((a, b) => a + b)), Math.max(...rows.flat())) })
