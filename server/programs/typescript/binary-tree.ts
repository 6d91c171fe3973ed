interface Tree<K> { key: K; left?: Tree<K>; right?: Tree<K> }
const insert = <K,>(t: Tree<K> | undefined, key: K): Tree<K> => !t ? { key } : key < t.key ? { ...t, left: insert(t.left, key) } : key > t.key ? { ...t, right: insert(t.right, key) } : t
const walk = function* <K>(t?: Tree<K>): Generator<K> { if (t) { yield* walk(t.left); yield t.key; yield* walk(t.right) } }
let root: Tree<number> | undefined; for (const k of [5, 3, 8, 1, 4, 9]) root = insert(root, k); console.log(root, [...walk(root)]); const depth = (t?: Tree<number>): number => (t ? 1 + Math.max(depth(t.left), depth(t.right)) : 0); console.log(depth(root))
