import { EventEmitter } from 'events'
interface Events { message: [from: string, text: string]; close: [] }
class Chat { private readonly bus = new EventEmitter(); on<K extends keyof Events>(k: K, f: (...a: Events[K]) => void): this { this.bus.on(k, f as (...a: unknown[]) => void); return this } emit<K extends keyof Events>(k: K, ...a: Events[K]): boolean { return this.bus.emit(k, ...a) } }
const c = new Chat().on('message', (f, t) => console.log(`${f}: ${t}`)).on('close', () => console.log('关')); console.log(c.emit('message', '甲', '好'), c.emit('close'))
