class Animal { #secret = 42; static count = 0; legs = 4; constructor(name) { this.name = name; Animal.count++ } speak() { return `${this.name} 叫` } get secret() { return this.#secret } static create(n) { return new this(n) } toString() { return `动物(${this.name})` } }
class Dog extends Animal { constructor(name, breed) { super(name); this.breed = breed } speak() { return super.speak() + '：汪' } }
class Empty {}
const d = new Dog('旺财', '柴犬')
console.log(d, d.speak(), d.secret, `${d}`, d instanceof Animal, Animal.count, Dog.create('小白'))
console.log(Animal, Dog, [Dog], new Empty(), [new Empty()], { d }, class {}, Object.getPrototypeOf(d) === Dog.prototype, d.constructor.name)
class Stack { #items = []; push(x) { this.#items.push(x); return this } pop() { if (!this.#items.length) throw new RangeError('空栈'); return this.#items.pop() } get size() { return this.#items.length } *[Symbol.iterator]() { yield* this.#items } static { this.made = '静态块' } }
const s = new Stack().push(1).push(2); console.log(s, s.size, [...s], Stack.made); try { s.pop(); s.pop(); s.pop() } catch (e) { console.log(e.name, e.message) }
class Temp { static #from(c) { return c * 1.8 + 32 } static f(c) { return Temp.#from(c) } set c(v) { this._c = v } get c() { return this._c } } const t = new Temp(); t.c = 30; console.log(t, Temp.f(t.c), Object.keys(t))
const mixin = (B) => class extends B { fly() { return '飞' } }; class Bird extends mixin(Animal) {} console.log(new Bird('鸟').fly(), new Bird('雀'))
function Old(x) { if (!(this instanceof Old)) return new Old(x); this.x = x } Old.prototype.get = function () { return this.x }; console.log(new Old(3), Old(4).get(), Old)
class Tagged { get [Symbol.toStringTag]() { return '标签' } } console.log(new Tagged(), String(new Tagged()), new (class extends Array {})(1, 2, 3), new (class Foo extends Map {})([[1, 2]]))
