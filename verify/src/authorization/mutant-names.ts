import { declarationAt, declarationsIn } from './declarations'

/** Verb and table of a query chain or of a statement in SQL. */
const statementPattern = /\b(\w+(?:From|Table|Into|Join))\('?(\w+)|\b(delete from|from|update|into|join) (\w+)/g

/** Marker: a comment before a check, in code or in SQL, that gives the check a name: `/* check: favourites *\/`. */
const markerPattern = /\/\* check: ([\w-]+) \*\/\s*$/

/** Blanks comments, which may contain words of SQL; positions stay the same. */
const withoutComments = (source: string) =>
  source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, (comment) => ' '.repeat(comment.length))

/**
 * Returns a function that names a check of a file: file › enclosing declaration › statement › text › marker. The
 * statement is the last verb and table before the check in its declaration, if any. A marker is needed only if two
 * checks would have the same name. Names contain no running number, so that an inserted query changes no other name.
 */
export function mutantNamer(file: string, source: string): (text: string, index: number) => string {
  const declarations = declarationsIn(source)
  const code = withoutComments(source)
  return (text, index) => {
    const { name, start } = declarationAt(declarations, index)
    const statement = [...code.slice(start, index).matchAll(statementPattern)].at(-1)
    const marker = markerPattern.exec(source.slice(start, index))
    const words = statement?.slice(1).filter(Boolean).join(' ')
    return [file.replace('modules/', ''), name, words, text, marker?.[1]].filter(Boolean).join(' › ')
  }
}
