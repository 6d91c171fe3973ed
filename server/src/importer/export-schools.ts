import type { Db } from '../db/connection'
import type { ExportFolder } from './export-folder'
import { given } from './export-folder'

/** Returns schools and classes for the manifest; each roster is written to a separate file. Claims are not exported. */
export async function exportSchools(db: Db, folder: ExportFolder) {
  const list = []
  const schools = await db.selectFrom('schools').selectAll().orderBy('position').orderBy('id').execute()
  for (const school of schools) {
    const classes = await db
      .selectFrom('classes')
      .select(['slug', 'name', 'college', 'year'])
      .where('school_id', '=', school.id)
      .orderBy('position')
      .orderBy('id')
      .execute()
    list.push({
      slug: school.slug,
      name: school.name,
      province: school.province,
      city: school.city,
      ...given({ address: school.address, latitude: school.latitude, longitude: school.longitude }),
      classes: classes.map(({ college, ...row }) => ({ ...row, ...given({ college }) })),
      ...given({ roster: await exportRoster(db, folder, school), rosterMatch: school.roster_match }),
    })
  }
  return list
}

async function exportRoster(
  db: Db,
  folder: ExportFolder,
  school: { id: number; slug: string; has_roster: boolean },
): Promise<string | null> {
  const rows = await db
    .selectFrom('rosters as r')
    .innerJoin('classes as c', 'c.id', 'r.class_id')
    .select(['r.student_no', 'r.name', 'c.slug'])
    .where('r.school_id', '=', school.id)
    .orderBy('c.position')
    .orderBy('r.student_no')
    .execute()
  if (rows.length === 0 && !school.has_roster) return null
  const path = `schools/${school.slug}-roster.csv`
  const lines = [['学号', '姓名', '班级'], ...rows.map(({ student_no, name, slug }) => [student_no, name, slug])]
  // Starts with a BOM. Names classes by slug, because two classes of a school may have the same name.
  await folder.text(path, `\uFEFF${lines.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')}`)
  return path
}

const cell = (text: string) => (/[",\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
