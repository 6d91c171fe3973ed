const rl = require('readline').createInterface({ input: process.stdin, output: process.stdout })
const secret = 37; let tries = 0
function ask() { rl.question('猜一个数：', (text) => { tries++; const n = parseInt(text); if (Number.isNaN(n)) console.log('不是数字'); else if (n < secret) console.log('小了'); else if (n > secret) console.log('大了'); else { console.log(`对了，共 ${tries} 次`); return rl.close() } ask() }) }
rl.on('close', () => console.log('再见'))
ask()
