const text = require('fs').readFileSync(0, 'utf8'); console.log([...text].filter((c) => 'aeiou'.includes(c)).length, text.trim().split(/\s+/).map((w) => w[0].toUpperCase() + w.slice(1)).join(' '))
