const fs = require('fs')
const input = fs.readFileSync(0, 'utf8').trim().split('\n')
const [rows, cols] = input[0].split(' ').map(Number)
const grid = input.slice(1, rows + 1).map((line) => line.split(''))
const seen = grid.map((r) => r.map(() => false)); let islands = 0
const fill = (r, c) => { if (r < 0 || c < 0 || r >= rows || c >= cols || grid[r][c] !== '1' || seen[r][c]) return 0; seen[r][c] = true; return 1 + fill(r + 1, c) + fill(r - 1, c) + fill(r, c + 1) + fill(r, c - 1) }
const sizes = []; for (let r = 0; r < rows; r++) for (let c = 0; c < cols; c++) { const n = fill(r, c); if (n) { islands++; sizes.push(n) } }
console.log(islands, sizes, Math.max(...sizes)); console.log(grid.map((r) => r.join(' ')).join('\n')); console.log(input.slice(rows + 1).map((l) => l.split(',').map(Number)))
