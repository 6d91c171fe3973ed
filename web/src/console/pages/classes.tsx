import { ClassPage } from './classes/class'
import { ClassList } from './classes/list'
import { RosterImportPage } from './classes/roster/import-page'

/** 班级: the list, a roster file (`/classes/rosters/<file>`), or one class with tabs (`/classes/<class>/<tab>`). */
export function ClassesPage({ id, part }: { id?: string; part?: string }) {
  if (id === 'rosters' && part) return <RosterImportPage key={part} id={part} />
  return id && id !== 'rosters' ? <ClassPage key={id} id={id} tab={part} /> : <ClassList />
}
