import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import type { Db } from '../db/connection'
import { publishExam } from '../modules/exams/publish'
import { createTestDatabase, type TestDatabase } from '../testing/database'
import { contentRows } from './content-rows.fixture'
import { readPlan } from './exam-plan'
import { exportContent } from './export'
import { importContent } from './import'
import { contentFolder } from './import.fixture'

export const now = 1_800_000_000

/** A manifest with one school. */
export const school = (classes: string, roster = 'r.csv') =>
  `schools: [{ slug: s, name: 江城大学, province: 湖北省, city: 武汉市, classes: [${classes}], roster: ${roster} }]\n`
export const one = '{ slug: c1, name: 一班, year: 2024 }'
export const two = '{ slug: c2, name: 二班, year: 2024 }'

type Folder = Awaited<ReturnType<typeof contentFolder>>

const pathsIn = async (folder: string) => (await readdir(folder, { recursive: true })).sort()

/** Creates a new database for each test and folders that are removed after the test. */
export class ContentTests {
  readonly opened: Folder[] = []
  #database?: TestDatabase
  #exports = 0

  constructor() {
    beforeEach(() => this.renew())
    afterEach(async () => {
      await this.#database?.drop()
      this.#database = undefined
      for (const folder of this.opened.splice(0)) await folder.remove()
    })
  }

  get db(): Db {
    return this.#database!.db
  }

  /** The folder that was opened last. */
  get folder(): Folder {
    return this.opened.at(-1)!
  }

  async renew(): Promise<void> {
    await this.#database?.drop()
    this.#database = await createTestDatabase()
  }

  async open(files: Parameters<typeof contentFolder>[0]): Promise<Folder> {
    this.opened.push(await contentFolder(files))
    return this.folder
  }

  async students(): Promise<string[]> {
    const rows = await this.db.selectFrom('rosters').select('student_no').orderBy('student_no').execute()
    return rows.map((row) => row.student_no)
  }

  /**
   * Exports the database, imports the export into an empty database and compares all rows, and the files that both
   * export. `edited` omits manifests, which an export changes if fields were edited in the database.
   */
  async isSameElsewhere({ edited = false } = {}): Promise<void> {
    const { storage, root } = this.folder
    const path = join(root, `out-${++this.#exports}`)
    const { notes } = await exportContent(this.db, storage, path)
    expect(notes).toEqual([])
    const other = await createTestDatabase()
    try {
      const report = await importContent(other.db, path, { storage, now: 5 })
      expect(report.problems.filter(({ level }) => level === 'error')).toEqual([])
      for (const name of await readdir(join(path, 'exams')).catch(() => []))
        await publishExam(other.db, await readPlan(join(path, 'exams', name), now), now)
      const [here, there] = [await contentRows(this.db), await contentRows(other.db)]
      const compared = (table: string, rows: unknown[] = []) =>
        edited && table === 'sources' ? rows.filter((row) => !String(row).includes('.yaml')) : rows
      for (const table of Object.keys(here))
        expect(compared(table, there[table]), table).toEqual(compared(table, here[table]))
      await exportContent(other.db, storage, `${path}-again`)
      expect(await pathsIn(`${path}-again`)).toEqual(await pathsIn(path))
      const again = await importContent(this.db, path, { storage, now: now + 9 })
      expect(again.difference).toMatchObject({ added: [], changed: [], removed: [] })
    } finally {
      await other.drop()
    }
  }
}
