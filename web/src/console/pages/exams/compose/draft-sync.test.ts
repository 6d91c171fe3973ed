import type { Draft, DraftBody } from '@dxx/contract/calls/staff/exam-drafts'
import { ResponseCode } from '@dxx/contract/envelope'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, networkError } from '../../../../api/error'
import { claimSlot } from '../../../kit/draft-slot'
import { draftOf, emptyBody } from './draft.fixture'
import { DraftSync, isSameBody } from './draft-sync'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

const slot = 'dxx-console-draft:me:draft'
const titled = (title: string): DraftBody => ({ ...emptyBody, title })
const retitle = (title: string) => (body: DraftBody) => ({ ...body, title })

/** Stores a draft as the real server does. `losesAnswers`: it stores, but the response does not arrive. */
function fakeServer(stored: Draft) {
  const server = {
    draft: stored,
    isDown: false,
    losesAnswers: false,
    saves: 0,
    async info() {
      if (server.isDown) throw networkError()
      return server.draft
    },
    async save({ version, body }: { version: number; body: DraftBody }) {
      if (server.isDown) throw networkError()
      server.saves++
      if (!isSameBody(body, server.draft.body)) {
        if (version !== server.draft.version) throw new ApiError('draft-changed', 0, '改过', {}, 200)
        server.draft = { ...server.draft, body, version: version + 1, updatedBy: '王老师' }
      }
      if (server.losesAnswers) throw networkError()
      return { version: server.draft.version, updatedAt: 200, others: [] }
    },
    async presence() {
      const { version, updatedAt, updatedBy } = server.draft
      return { version, updatedAt, updatedBy, others: [{ name: '李老师', at: 1, isMe: false }] }
    },
    /** Saves as another teacher. */
    change(title: string) {
      const { version } = server.draft
      server.draft = { ...server.draft, body: titled(title), version: version + 1, updatedBy: '李老师' }
    },
  }
  return server
}

const settle = () => vi.advanceTimersByTimeAsync(1000)

describe('DraftSync', () => {
  it('saves once after a pause in typing, and then removes the text from the device', async () => {
    const server = fakeServer(draftOf(emptyBody))
    const sync = new DraftSync(server.draft, slot, server)
    sync.edit(retitle('期'))
    sync.edit(retitle('期中'))
    expect(sync.current().state).toBe('waiting')
    expect(localStorage.getItem(slot)).toContain('期中')
    await settle()
    expect(server).toMatchObject({ saves: 1, draft: { version: 2, body: { title: '期中' } } })
    expect(sync.current()).toMatchObject({ state: 'saved', version: 2, savedAt: 200 })
    expect(localStorage.getItem(slot)).toBeNull()
  })

  it('keeps text typed without a connection and saves it later, also after a reload', async () => {
    const server = fakeServer(draftOf(emptyBody))
    server.isDown = true
    const sync = new DraftSync(server.draft, slot, server)
    sync.edit(retitle('离线写的'))
    await settle()
    expect(sync.current().state).toBe('offline')
    const reloaded = new DraftSync(server.draft, slot, server)
    expect(reloaded.current()).toMatchObject({ state: 'waiting', body: { title: '离线写的' } })
    server.isDown = false
    const stop = reloaded.start()
    await settle()
    expect(server.draft.body.title).toBe('离线写的')
    stop()
    await vi.advanceTimersByTimeAsync(6000)
    expect(sync.current().state).toBe('saved')
  })

  it('reports no conflict if the server has stored an earlier save whose response was lost', async () => {
    const server = fakeServer(draftOf(emptyBody))
    server.losesAnswers = true
    const sync = new DraftSync(server.draft, slot, server)
    sync.edit(retitle('一'))
    await settle()
    server.losesAnswers = false
    sync.edit(retitle('一二'))
    await settle()
    await settle()
    expect(sync.current().state).toBe('saved')
    expect(server.draft).toMatchObject({ version: 3, body: { title: '一二' } })
  })

  it('reports a conflict and keeps both versions if another teacher saved in between', async () => {
    const server = fakeServer(draftOf(emptyBody))
    const sync = new DraftSync(server.draft, slot, server)
    server.change('她的')
    sync.edit(retitle('我的'))
    await settle()
    expect(sync.current()).toMatchObject({
      state: 'conflict',
      body: { title: '我的' },
      otherVersion: { updatedBy: '李老师' },
    })
    sync.edit(retitle('我的，续'))
    await settle()
    expect(server.draft.body.title).toBe('她的')
    expect(localStorage.getItem(slot)).toContain('我的，续')
    const undo = sync.loadOtherVersion()
    expect(sync.current()).toMatchObject({ state: 'saved', version: 2, body: { title: '她的' } })
    undo()
    expect(sync.current()).toMatchObject({ state: 'conflict', body: { title: '我的，续' } })
    await settle()
    expect(server.draft.body.title).toBe('她的')
  })

  it('reports a conflict after a reload if another teacher saved in between', () => {
    const server = fakeServer(draftOf(emptyBody))
    server.isDown = true
    new DraftSync(server.draft, slot, server).edit(retitle('我的'))
    server.change('她的')
    expect(new DraftSync(server.draft, slot, server).current()).toMatchObject({
      state: 'conflict',
      body: { title: '我的' },
      otherVersion: { body: { title: '她的' } },
    })
  })

  it('without unsaved text, loads the version saved by another teacher and names that teacher', async () => {
    const server = fakeServer(draftOf(emptyBody))
    const sync = new DraftSync(server.draft, slot, server)
    server.change('她的')
    await sync.checkIn()
    expect(sync.current()).toMatchObject({
      body: { title: '她的' },
      version: 2,
      others: [],
      loadedFrom: { by: '李老师' },
    })
    sync.edit(retitle('接着改'))
    expect(sync.current().loadedFrom).toBeNull()
  })

  it('keeps the typed text, with the reason, if the server refuses the save or the draft was deleted', async () => {
    const server = fakeServer(draftOf(emptyBody))
    const refuse = (name: string) => async () => {
      throw new ApiError(name, 0, '名称最多 100 个字', {}, 200)
    }
    const sync = new DraftSync(server.draft, slot, { ...server, save: refuse('invalid-input') })
    sync.edit(retitle('太长'))
    expect(await sync.flush()).toBe(false)
    expect(sync.current()).toMatchObject({ state: 'refused', msg: '名称最多 100 个字' })
    const deletedDraft = new DraftSync(server.draft, slot, { ...server, save: refuse('draft-not-found') })
    expect(await deletedDraft.flush()).toBe(false)
    expect(deletedDraft.current()).toMatchObject({ state: 'gone', body: { title: '太长' } })
  })

  it.each([
    ['a busy server', new ApiError('overloaded', 0, '现在人多', {}, 200)],
    ['too many calls', new ApiError('too-many', ResponseCode.tooMany, '太快了', {}, 200)],
  ])('repeats a save that failed because of %s', async (_, error) => {
    const server = fakeServer(draftOf(emptyBody))
    let refusals = 2
    const save: typeof server.save = async (input) => {
      if (refusals-- > 0) throw error
      return server.save(input)
    }
    const sync = new DraftSync(server.draft, slot, { ...server, save })
    sync.edit(retitle('期中'))
    await settle()
    expect(sync.current()).toMatchObject({ state: 'offline', msg: error.msg })
    await vi.advanceTimersByTimeAsync(11_000)
    expect(sync.current()).toMatchObject({ state: 'saved', msg: '' })
    expect(server.draft.body.title).toBe('期中')
  })

  it('isUnstored is true only if neither the server nor the device has stored the text', async () => {
    const server = fakeServer(draftOf(emptyBody))
    server.isDown = true
    const sync = new DraftSync(server.draft, slot, server)
    expect(sync.isUnstored()).toBe(false)
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full')
    })
    sync.edit(retitle('期中'))
    expect(sync.isUnstored()).toBe(true)
    full.mockRestore()
    sync.edit(retitle('期中考试'))
    expect(sync.isUnstored()).toBe(false)
  })
})

describe('claimSlot', () => {
  /** Web Locks shared by all windows of a browser. */
  function fakeLocks() {
    const blocked = new Set<string>()
    const request = async (name: string, _: LockOptions, whileHeld: (lock: Lock | null) => unknown) => {
      if (blocked.has(name)) return whileHeld(null)
      blocked.add(name)
      await whileHeld({ name, mode: 'exclusive' })
      blocked.delete(name)
    }
    return { request } as unknown as LockManager
  }
  afterEach(() => vi.unstubAllGlobals())

  it('gives each window its own slot, and gives the text of a closed window to a new one', async () => {
    vi.stubGlobal('navigator', { locks: fakeLocks() })
    const server = fakeServer(draftOf(emptyBody))
    server.isDown = true
    const [first, second] = [await claimSlot('me', 'draft'), await claimSlot('me', 'draft')]
    expect(first.name).not.toBe(second.name)
    new DraftSync(server.draft, first.name, server).edit(retitle('第一个窗口'))
    new DraftSync(server.draft, second.name, server).edit(retitle('第二个窗口'))
    // Both windows are closed before they could save.
    first.release()
    second.release()
    await vi.advanceTimersByTimeAsync(0)
    const found = [await claimSlot('me', 'draft'), await claimSlot('me', 'draft'), await claimSlot('me', 'draft')]
    const titles = found.map(({ name }) => new DraftSync(server.draft, name, server).current().body.title)
    expect(titles.toSorted()).toEqual(['', '第一个窗口', '第二个窗口'])
  })

  it('without Web Locks, all windows share one slot per staff member and draft', async () => {
    vi.stubGlobal('navigator', {})
    const names = [
      ['me', 'draft'],
      ['me', 'draft'],
      ['you', 'draft'],
      ['me', 'other'],
    ] as const
    const slots = await Promise.all(names.map(([person, draft]) => claimSlot(person, draft)))
    expect(new Set(slots.map(({ name }) => name)).size).toBe(3)
  })
})
