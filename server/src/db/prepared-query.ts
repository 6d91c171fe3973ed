import pg from 'pg'
import { numberParsers } from './values'

export interface Statement {
  name: string
  text: string
  /** Columns with their parsers, as each connection described them when it prepared the statement. */
  columns: WeakMap<Connection, Column[]>
}

interface Column {
  name: string
  read(text: string): unknown
}

type Finished = (error: Error | null, result?: unknown) => void
type Value = Buffer | string | null

/** node-postgres's connection with members missing in its types. */
interface Connection extends Omit<pg.Connection, 'bind' | 'execute' | 'parse' | 'describe'> {
  parsedStatements: Record<string, string | undefined>
  parse(statement: { name: string; text: string }): void
  describe(what: { type: 'S'; name: string }): void
  bind(values: { statement: string; values: Value[] }): void
  execute(): void
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): Value } }).utils

/**
 * One execution of a prepared statement. node-postgres itself would request the columns for every execution and build a
 * result, an event emitter and a parser, which is half the cost of a small query; this class requests the columns once
 * per connection. Its methods are those that node-postgres calls on a submitted query.
 */
export class PreparedQuery<Row> implements pg.Submittable {
  readonly name: string
  readonly text: string
  readonly rows: Row[] = []
  command = ''
  rowCount = 0
  /** Set by node-postgres to the callback passed beside the query. */
  callback!: Finished
  private readonly values: Value[]
  private connection!: Connection
  private columns: Column[] = []
  private unreadable: Error | null = null

  constructor(
    private readonly statement: Statement,
    values: unknown[],
  ) {
    this.name = statement.name
    this.text = statement.text
    this.values = values.map(prepareValue)
  }

  submit(given: pg.Connection): void {
    const connection = given as unknown as Connection
    const { name, text, values } = this
    this.connection = connection
    // Corked, because each message would otherwise be a separate packet.
    connection.stream.cork()
    if (connection.parsedStatements[name] === undefined) {
      connection.parse({ name, text })
      connection.describe({ type: 'S', name })
    } else this.columns = this.statement.columns.get(connection) ?? []
    connection.bind({ statement: name, values })
    connection.execute()
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.columns = fields.map(({ name, dataTypeID }) => ({
      name,
      read: numberParsers.getTypeParser(dataTypeID, 'text'),
    }))
    this.statement.columns.set(this.connection, this.columns)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const row: Record<string, unknown> = {}
    try {
      for (let i = 0; i < fields.length; i++) {
        const { name, read } = this.columns[i]!
        const text = fields[i]!
        row[name] = text === null ? null : read(text)
      }
    } catch (error) {
      // Stored, because an error thrown here would end the process.
      this.unreadable = error as Error
    }
    this.rows.push(row as Row)
  }

  /** `text` is, for example, "INSERT 0 3" or "SELECT 1". */
  handleCommandComplete({ text }: { text: string }): void {
    const words = text.split(' ')
    this.command = words[0]!
    this.rowCount = Number(words.at(-1))
  }

  handleEmptyQuery(): void {}

  handleError(error: Error): void {
    this.callback(error)
  }

  handleReadyForQuery(): void {
    this.callback(this.unreadable, this)
  }
}
