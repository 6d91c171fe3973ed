class Queue<T> { private a: T[] = []; enqueue(x: T): void { this.a.push(x) } dequeue(): T | undefined { return this.a.shift() } get length(): number { return this.a.length } }
const q = new Queue<string>(); q.enqueue('甲'); q.enqueue('乙'); console.log(q.dequeue(), q.length, q, q.dequeue(), q.dequeue())
