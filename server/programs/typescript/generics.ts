function identity<T>(x: T): T { return x }
class Stack<T> { private items: T[] = []; push(x: T): this { this.items.push(x); return this } pop(): T | undefined { return this.items.pop() } get size(): number { return this.items.length } }
const s = new Stack<number>().push(1).push(2); console.log(s.pop(), s.size, s, identity<string>('x'))
function pluck<T, K extends keyof T>(xs: T[], k: K): T[K][] { return xs.map((x) => x[k]) }
console.log(pluck([{ a: 1, b: 'x' }, { a: 2, b: 'y' }], 'b'))
const pair = <A, B>(a: A, b: B): [A, B] => [a, b]; console.log(pair(1, 'z'))
class Box<T extends { toString(): string } = string> { constructor(public value: T) {} map<U extends { toString(): string }>(f: (v: T) => U): Box<U> { return new Box(f(this.value)) } }
console.log(new Box(5).map((n) => `n${n}`), new Box('d'))
