const person = { name: '张三', age: 20, hobbies: ['读书', '游泳'], address: { city: '北京', geo: { lat: 39.9, deep: { more: 1 } } }, greet() { return '你好' }, [Symbol('id')]: 7, 'a-b': null, un: undefined }
console.log(person)
console.log(Object.keys(person), Object.values({ x: 1, y: 'z' }))
const { name, age: years, missing = '默认', ...rest } = person
console.log(name, years, missing, Object.keys(rest).length)
console.log({ ...{ a: 1, b: 2 }, b: 3 }, Object.assign({}, { c: 4 }), Object.fromEntries([['k', 1]]), structuredClone({ d: [1] }))
const frozen = Object.freeze({ v: 1 }); frozen.v = 2; console.log(frozen, Object.isFrozen(frozen), 'v' in frozen, frozen.nothing?.x ?? '无')
const o = { get full() { return 'g' }, set full(v) {}, get only() { return 1 }, set just(v) {} }; console.log(o, o.full)
const loop = { n: 1 }; loop.self = loop; loop.list = [loop, { loop }]; console.log(loop)
console.log(Object.create(null), Object.create({ p: 1 }), new Object(), Object.create({ constructor: function Foo() {} }) instanceof Object)
console.log(JSON.stringify({ a: [1, { b: 2 }], c: undefined, d: () => 1, e: NaN, f: new Date(0), g: '中"文' }), JSON.stringify([1, { x: 1 }], null, 2), JSON.parse('{"k":[1,2,{"z":null}]}'))
delete person.age; console.log(person.hasOwnProperty('age'), Object.getOwnPropertyNames('ab'), typeof null, typeof undefined, typeof (() => 1), typeof 1n)
console.log({ veryLongPropertyNameNumberOne: 'value number one', veryLongPropertyNameNumberTwo: 'value number two' }, { f: function () {}, g: class A {}, h: async () => {}, i: function* gen() {} })
