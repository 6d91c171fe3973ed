import { loadSql } from './sql'
import { startEngineWorker } from './worker'

startEngineWorker(loadSql)
