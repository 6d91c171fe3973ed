import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readUploadedRoster } from '../../importer/roster-files/read-roster'
import { startTestApp } from '../../testing/app'
import type { Client } from '../../testing/client'
import { addSchool, asStaff, createStaff } from '../../testing/staff'
import { classJobs } from './jobs'

/** A school with two classes, its administrator and a teacher of the first class. */
export async function startClasses() {
  const folder = await mkdtemp(join(tmpdir(), 'dxx-classes-'))
  const server = await startTestApp({ dataDir: folder })
  const { school, first, second } = await addSchool(server, 'jiangcheng')
  const admin = await asStaff(server, await createStaff(server, 'school_admin', { kind: 'school', id: school.id }))
  const teacherUser = await createStaff(server, 'teacher', { kind: 'class', id: first.id }, '林老师')
  const teacher = await asStaff(server, teacherUser)
  const { db, env } = server

  /** Runs queued roster jobs and no other jobs. */
  async function runJobs(): Promise<void> {
    for (;;) {
      const job = await db
        .deleteFrom('jobs')
        .where('kind', 'in', ['read_roster', 'apply_roster'])
        .returning(['kind', 'payload'])
        .execute()
      if (job.length === 0) return
      for (const { kind, payload } of job)
        await (kind === 'read_roster'
          ? readUploadedRoster(env, payload as { roster: number })
          : classJobs.apply_roster(env, payload as { roster: number }))
    }
  }

  async function upload(name: string, body: Buffer, client: Client = admin): Promise<string> {
    const link = await client.call('POST /staff/v1/upload_link', { name, size: body.length })
    await fetch(link.url.startsWith('/') ? `${server.base}${link.url}` : link.url, {
      method: 'PUT',
      headers: link.headers,
      body: new Uint8Array(body),
    })
    return (await client.call('POST /staff/v1/upload_complete', { id: link.id })).id
  }

  /** Uploads a roster file and returns its difference. */
  async function check(name: string, body: Buffer | string) {
    const file = await upload(name, Buffer.isBuffer(body) ? body : Buffer.from(body))
    const { id } = await admin.call('POST /staff/v1/roster_check', { schoolId: school.uid, upload: file })
    await runJobs()
    return admin.call('GET /staff/v1/roster_import', { id })
  }

  async function apply(id: string, remove: 'none' | 'unclaimed' | 'all' = 'none', removing = 0) {
    await admin.call('POST /staff/v1/roster_apply', { id, remove, removing })
    await runJobs()
    return admin.call('GET /staff/v1/roster_import', { id })
  }

  const studentsOf = async (id: string) =>
    (await admin.call('GET /staff/v1/class_students', { id, limit: 200 })).list.map(
      ({ studentNo, name }) => `${studentNo} ${name}`,
    )

  return {
    server,
    db,
    school,
    first,
    second,
    admin,
    teacher,
    teacherUser,
    upload,
    check,
    apply,
    runJobs,
    studentsOf,
    stop: async () => {
      await server.close()
      await rm(folder, { recursive: true })
    },
  }
}
