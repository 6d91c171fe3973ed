import { configDefaults, defineConfig } from 'vitest/config'

/** Poll time-out for slow machines; only failing tests wait this long. */
const patience = { poll: { timeout: 15_000 } }

/** Tests of modules that hold state of the window, such as the session or the player; a thread of its own is enough. */
const ownWindow = ['src/{state,platform}/**/*.test.{ts,tsx}', 'src/features/{player,tracking}/**/*.test.{ts,tsx}']

/** The same, with the history, the clock or a server of the test, which need a process of their own. */
const ownProcess = [
  'src/{api,router,shell,console/api,console/frame}/**/*.test.{ts,tsx}',
  'src/features/{code-cell,exam,offline,outbox}/**/*.test.{ts,tsx}',
]

/** Server tests that run programs. */
const withRunner = [
  'src/{runner,adapters/runner,modules/runcode}/**/*.test.ts',
  'src/modules/questions/{grade-code,graded-attacks}.test.ts',
  'src/modules/exams/desk/draft-run.test.ts',
  'src/importer/questions/sample-programs.test.ts',
  'src/studio/preview-run.test.ts',
]

const server = {
  root: './server',
  include: ['src/**/*.test.ts'],
  globalSetup: ['./src/testing/global-setup.ts'],
  // Files share imported modules, which took half as long as their tests; each file has its own database.
  isolate: false,
  testTimeout: 30_000,
  hookTimeout: 60_000,
  expect: patience,
  // Programs, sockets and jobs have real time limits, which a busy machine may exceed once.
  retry: 1,
}

const web = {
  root: './web',
  include: ['src/**/*.test.{ts,tsx}'],
  environment: 'jsdom',
  // Typing key by key is slow while other tests run in parallel.
  testTimeout: 30_000,
  expect: patience,
  setupFiles: ['./src/test-setup.ts'],
  // Tests of intervals and delays run on the real clock, which a busy machine may exceed once.
  retry: 1,
}

/** One run, eight projects. Browser journeys (e2e) share one server and so run one file after another; scripts/test.mjs runs two halves. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'contract', root: './contract', include: ['src/**/*.test.ts'] } },
      { test: { ...server, name: 'server', exclude: [...configDefaults.exclude, ...withRunner] } },
      // In one run the files share one runner, whose compilers take 30 s of CPU time to load.
      { test: { ...server, name: 'runner', include: withRunner } },
      {
        test: {
          ...server,
          name: 'verify',
          root: './verify',
          globalSetup: ['../server/src/testing/global-setup.ts'],
        },
      },
      // A window of its own takes most of the CPU time of a short file, even in a thread that has loaded jsdom before.
      {
        extends: './web/vite.config.ts',
        test: { ...web, name: 'web', exclude: [...ownWindow, ...ownProcess], isolate: false },
      },
      { extends: './web/vite.config.ts', test: { ...web, name: 'web-window', include: ownWindow, pool: 'vmThreads' } },
      { extends: './web/vite.config.ts', test: { ...web, name: 'web-process', include: ownProcess } },
      {
        test: {
          name: 'e2e',
          root: './e2e',
          include: ['**/*.test.ts'],
          globalSetup: ['./global-setup.ts'],
          setupFiles: ['./test-setup.ts'],
          // Files share imported modules, which took 2 s of each file.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 300_000,
          expect: patience,
          fileParallelism: false,
          // A real browser on a busy machine occasionally loses a tap; retries are reported at the end.
          retry: 2,
        },
      },
    ],
  },
})
