import { parentPort, workerData } from 'node:worker_threads'
import { makePythonImage } from './engines/python-image'

/** Boots Python in a separate thread, because the host's main thread enforces time limits. */
parentPort!.postMessage(makePythonImage((workerData as { module: WebAssembly.Module }).module))
