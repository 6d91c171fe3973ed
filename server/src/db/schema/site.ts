import type { ColumnType, GeneratedAlways } from 'kysely'

/** Tables of migrations 0037 and 0038. */
export interface SiteSchema {
  server_processes: ServerProcesses
  service_errors: { service: ServiceName; hour: number; count: number; last_at: number; last_message: string }
  site_facts: { key: string; value: ColumnType<unknown, string, string>; at: number }
  daily_numbers: { day: ColumnType<Date, string, string>; metric: string; value: number }
  number_deltas: { id: GeneratedAlways<number>; day: ColumnType<Date, string, string>; metric: string; amount: number }
  active_days: { day: ColumnType<Date, string, string>; user_id: number }
}

/** External services whose errors are counted. */
export type ServiceName = 'sms' | 'payment' | 'ai'

interface ServerProcesses {
  id: string
  host: string
  pid: number
  version: string
  started_at: number
  seen_at: number
  loop_delay_ms: number
  memory_bytes: number
  connections_used: number
  connections_waiting: number
  connections_max: number
  runs_running: number
  runs_waiting: number
  runs_slots: number
  disk_free_bytes: number
  disk_bytes: number
}
