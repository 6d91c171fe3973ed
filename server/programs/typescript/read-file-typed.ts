import { readFileSync } from 'fs'
type Item = { name: string; price: number; count: number }
const items: Item[] = readFileSync(0, 'utf-8').trim().split('\n').map((l) => { const [name, price, count] = l.split(',') as [string, string, string]; return { name, price: +price, count: +count } })
const total = items.reduce((s, { price, count }) => s + price * count, 0); console.log(items); console.log(`合计 ${total.toFixed(2)}`); console.table(items); console.log(items.filter((i) => i.count > 2).map((i) => i.name))
