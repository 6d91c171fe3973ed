export interface Todo { id: number; text: string; done: boolean }
export type Filter = (t: Todo) => boolean
class Store { #items: Todo[] = []; #next = 1; add = (text: string): Todo => { const t: Todo = { id: this.#next++, text, done: false }; this.#items.push(t); return t }; toggle(id: number): void { const t = this.#items.find((x) => x.id === id); if (t) t.done = !t.done } list(f: Filter = () => true): readonly Todo[] { return this.#items.filter(f) } }
const s = new Store(); ['写作业', '跑步', '看书'].forEach(s.add); s.toggle(2); console.log(s.list(), s.list((t) => t.done).length, s)
export default Store; export { s as store }
