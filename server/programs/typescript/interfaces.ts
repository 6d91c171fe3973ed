interface Student { readonly id: number; name: string; scores?: number[]; [key: string]: unknown }
const list: Student[] = [{ id: 1, name: '小明', scores: [90, 80] }, { id: 2, name: '小红' }]
const average = (s: Student): number => (s.scores?.length ? s.scores.reduce((a, b) => a + b, 0) / s.scores.length : 0)
for (const s of list) console.log(`${s.id} ${s.name}: ${average(s).toFixed(1)}`)
interface Shape { area(): number } interface Named { name: string } type NamedShape = Shape & Named
const square: NamedShape = { name: '方', area() { return 9 } }
console.log(square, square.area(), list)
