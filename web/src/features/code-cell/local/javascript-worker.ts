import { loadJavascript } from './javascript'
import { startEngineWorker } from './worker'

startEngineWorker(loadJavascript)
