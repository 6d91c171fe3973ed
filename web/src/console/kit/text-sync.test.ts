import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, networkError } from '../../api/error'
import { type SyncedText, saveOpenTexts, TextSync } from './text-sync'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

const slot = 'dxx-console-draft:me:text'

/** Stores one text as the real server does. `losesResponses`: it stores, but the response does not arrive. */
function fakeServer(text: string) {
  const server = {
    stored: { text, hash: `hash of ${text}`, updatedAt: 100, updatedBy: '', isOwn: false } as SyncedText,
    isDown: false,
    losesResponses: false,
    refusal: null as ApiError | null,
    saves: 0,
    async load() {
      if (server.isDown) throw networkError()
      return server.stored
    },
    async save(next: string, base: string) {
      if (server.isDown) throw networkError()
      if (server.refusal) throw server.refusal
      server.saves++
      if (next !== server.stored.text) {
        if (base !== server.stored.hash) throw new ApiError('draft-changed', 0, '改过', {}, 200)
        server.stored = { text: next, hash: `hash of ${next}`, updatedAt: 200, updatedBy: '王老师', isOwn: true }
      }
      if (server.losesResponses) throw networkError()
      return server.stored
    },
    /** Saves as another teacher. */
    change(next: string) {
      server.stored = { text: next, hash: `hash of ${next}`, updatedAt: 300, updatedBy: '李老师', isOwn: false }
    },
  }
  return server
}

const open = (server: ReturnType<typeof fakeServer>) => new TextSync(server.stored, slot, server)
const settle = () => vi.advanceTimersByTimeAsync(1000)

describe('TextSync', () => {
  it('saves once after a pause in typing, and then removes the text from the device', async () => {
    const server = fakeServer('')
    const sync = open(server)
    sync.edit('栈')
    sync.edit('栈是')
    expect(sync.current().state).toBe('waiting')
    expect(localStorage.getItem(slot)).toContain('栈是')
    await settle()
    expect(server).toMatchObject({ saves: 1, stored: { text: '栈是' } })
    expect(sync.current()).toMatchObject({ state: 'saved', savedAt: 200 })
    expect(localStorage.getItem(slot)).toBeNull()
  })

  it('an edit that was undone before it was sent is not sent, and the text counts as saved', async () => {
    const server = fakeServer('一')
    const sync = open(server)
    sync.edit('一二')
    sync.edit('一')
    await settle()
    expect([sync.current().state, server.saves]).toEqual(['saved', 0])
    expect(localStorage.getItem(slot)).toBeNull()
  })

  it('an edit that is undone after its save lost the response is undone on the server as well', async () => {
    const server = fakeServer('一')
    server.losesResponses = true
    const sync = open(server)
    sync.edit('一二')
    await settle()
    server.losesResponses = false
    sync.edit('一')
    await vi.advanceTimersByTimeAsync(10_000)
    expect([sync.current().state, server.stored.text]).toEqual(['saved', '一'])
  })

  it('keeps text typed without a connection and saves it later, also after a reload', async () => {
    const server = fakeServer('一')
    server.isDown = true
    const sync = open(server)
    sync.edit('一二')
    await settle()
    expect(sync.current().state).toBe('offline')
    const reloaded = open(server)
    expect(reloaded.current()).toMatchObject({ state: 'waiting', text: '一二' })
    server.isDown = false
    const stop = reloaded.start()
    await settle()
    expect(server.stored.text).toBe('一二')
    expect(reloaded.current().state).toBe('saved')
    stop()
  })

  it('reports no conflict if the server has stored an earlier save whose response was lost', async () => {
    const server = fakeServer('一')
    server.losesResponses = true
    const sync = open(server)
    sync.edit('一二')
    await settle()
    expect(sync.current().state).toBe('offline')
    sync.edit('一二三')
    server.losesResponses = false
    await sync.flush()
    await settle()
    expect(sync.current()).toMatchObject({ state: 'saved', text: '一二三' })
    expect(server.stored.text).toBe('一二三')
  })

  it('shows both texts if another editor saved in between, and saves neither over the other by itself', async () => {
    const server = fakeServer('一')
    const sync = open(server)
    sync.edit('我的')
    server.change('她的')
    await settle()
    expect(sync.current()).toMatchObject({ state: 'conflict', text: '我的', otherVersion: { text: '她的' } })
    sync.edit('我的，又改')
    await settle()
    expect(server.stored.text).toBe('她的')
    expect(localStorage.getItem(slot)).toContain('又改')
    expect(await sync.flush()).toBe(false)
  })

  it('a conflict ends by loading the other version, which can be undone, or by overwriting it with the typed text', async () => {
    const server = fakeServer('一')
    const sync = open(server)
    sync.edit('我的')
    server.change('她的')
    await settle()
    const undo = sync.loadOtherVersion()
    expect(sync.current()).toMatchObject({ state: 'saved', text: '她的' })
    undo()
    expect(sync.current()).toMatchObject({ state: 'conflict', text: '我的' })
    sync.overwriteOtherVersion()
    await settle()
    expect(server.stored.text).toBe('我的')
    expect(sync.current()).toMatchObject({ state: 'saved', otherVersion: null })
  })

  it('loads a newer version if there are no unsaved edits, and names who saved it', async () => {
    const server = fakeServer('一')
    const sync = open(server)
    server.change('她的')
    await sync.meetVersion(server.stored.hash)
    expect(sync.current()).toMatchObject({ text: '她的', loadedNote: '李老师 刚刚改过，已载入', state: 'saved' })
    sync.edit('我的')
    server.change('她的第二版')
    await sync.meetVersion(server.stored.hash)
    expect(sync.current().text).toBe('我的')
  })

  it('loads an own version, as after a restored revision, without naming the person as another', async () => {
    const server = fakeServer('一')
    const sync = open(server)
    await server.save('上一版', server.stored.hash)
    await sync.meetVersion(server.stored.hash)
    expect(sync.current()).toMatchObject({ text: '上一版', loadedNote: '已载入最新的文字', state: 'saved' })
  })

  it('loads a version with the same text, as after a publication, without a notice', async () => {
    const server = fakeServer('一')
    const sync = open(server)
    server.stored = { ...server.stored, hash: 'hash after publishing' }
    await sync.meetVersion('hash after publishing')
    expect(sync.current()).toMatchObject({ text: '一', loadedNote: '' })
    sync.edit('一二')
    await settle()
    expect(sync.current().state).toBe('saved')
  })

  it('stored text of this device that is based on an older version opens as a conflict', async () => {
    const server = fakeServer('一')
    server.isDown = true
    open(server).edit('离线写的')
    server.isDown = false
    server.change('她的')
    expect(open(server).current()).toMatchObject({
      state: 'conflict',
      text: '离线写的',
      otherVersion: { text: '她的' },
    })
  })

  it('a refused text stays on the device and is not sent again automatically', async () => {
    const server = fakeServer('一')
    server.refusal = new ApiError('content-refused', 0, '价格要由同事修改', {}, 200)
    const sync = open(server)
    sync.edit('二')
    await settle()
    expect(sync.current()).toMatchObject({ state: 'refused', msg: '价格要由同事修改' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.saves).toBe(0)
    expect(localStorage.getItem(slot)).toContain('二')
    server.refusal = null
    sync.edit('三')
    await settle()
    expect(sync.current().state).toBe('saved')
  })

  it('a text that was deleted on the server stays on the device and is not saved', async () => {
    const server = fakeServer('一')
    server.refusal = new ApiError('file-not-found', 0, '没有这个文件', {}, 200)
    const sync = open(server)
    sync.edit('二')
    await settle()
    sync.edit('三')
    expect(sync.current()).toMatchObject({ state: 'gone', text: '三' })
    expect(localStorage.getItem(slot)).toContain('三')
  })

  it('start saves pending text when the network returns, and stop saves a last time', async () => {
    const server = fakeServer('一')
    const sync = open(server)
    const stop = sync.start()
    server.isDown = true
    sync.edit('二')
    await settle()
    server.isDown = false
    dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(1)
    expect(server.stored.text).toBe('二')
    sync.edit('三')
    stop()
    await vi.advanceTimersByTimeAsync(1)
    expect(server.stored.text).toBe('三')
  })
})

describe('saveOpenTexts', () => {
  it('saveOpenTexts saves text typed a moment ago in texts that are open, and in no others', async () => {
    const [server, closed] = [fakeServer(''), fakeServer('')]
    const [sync, other] = [open(server), new TextSync(closed.stored, `${slot}2`, closed)]
    const stop = sync.start()
    other.start()()
    sync.edit('刚打的字')
    other.edit('已经关掉的')
    expect(await saveOpenTexts()).toBe(true)
    expect([server.stored.text, closed.stored.text]).toEqual(['刚打的字', ''])
    stop()
  })

  it('saveOpenTexts resolves with false if a text could not be saved', async () => {
    const server = fakeServer('')
    const sync = open(server)
    const stop = sync.start()
    server.isDown = true
    sync.edit('断网时的')
    expect(await saveOpenTexts()).toBe(false)
    stop()
  })
})
