const readline = require('readline')
const rl = readline.createInterface({ input: process.stdin })
const lines = []
rl.on('line', (line) => lines.push(line.trim()))
rl.on('close', () => {
  const [n, ...rest] = lines
  let total = 0
  for (let i = 0; i < Number(n); i++) { const [name, ...scores] = rest[i].split(/\s+/); const sum = scores.map(Number).reduce((a, b) => a + b, 0); total += sum; console.log(name.padEnd(6), (sum / scores.length).toFixed(2)) }
  console.log('合计', total, lines.length)
})
