/**
 * The C++ runtime missing in the compiler's package, whose libraries are built without exceptions. Throws and catches
 * with WebAssembly exceptions (table layout of the Itanium ABI as written by LLVM for WebAssembly), and turns aborts of
 * the library into the exceptions it would have thrown.
 */
export const cppRuntimeSource = String.raw`
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <new>
#include <stdexcept>
#include <typeinfo>

asm(".globl __cpp_exception\n.tagtype __cpp_exception i32\n__cpp_exception:\n");

namespace __cxxabiv1 {
// The library's base of all type_info, declared for its virtual functions.
struct __shim_type_info : std::type_info {
  virtual ~__shim_type_info();
  virtual void noop1() const;
  virtual void noop2() const;
  virtual bool can_catch(const __shim_type_info *thrown, void *&adjusted) const = 0;
};
}

// Linked with programs that name SIGABRT.
extern "C" [[gnu::weak]] void __run_abort_handler();

namespace {
using Type = __cxxabiv1::__shim_type_info;

// Precedes every thrown object, which is reference counted.
struct alignas(16) Header {
  std::size_t references;
  std::type_info *type;
  // A destructor returns its argument in WebAssembly.
  void *(*destroy)(void *);
};

// One throw of an object; an exception_ptr may throw the same object several times.
struct Flight {
  Header *object;
  Flight *outer;
  int handlers;
  void *adjusted;
};

Flight *caught;
unsigned uncaught;

void *thrownObject(Header *header) { return header + 1; }
Header *headerOf(void *thrown) { return static_cast<Header *>(thrown) - 1; }

void release(Header *header) {
  if (--header->references > 0) return;
  if (header->destroy) header->destroy(thrownObject(header));
  std::free(header);
}

[[noreturn]] void launch(Header *header) {
  auto *flight = static_cast<Flight *>(std::malloc(sizeof(Flight)));
  if (!flight) std::terminate();
  *flight = {header, nullptr, 0, thrownObject(header)};
  uncaught++;
  __builtin_wasm_throw(0, flight);
}

std::uintptr_t readUnsigned(const std::uint8_t *&at) {
  std::uintptr_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    std::uint8_t byte = *at++;
    value |= std::uintptr_t(byte & 127) << shift;
    if (byte < 128) return value;
  }
}

std::intptr_t readSigned(const std::uint8_t *&at) {
  std::uintptr_t value = 0;
  for (unsigned shift = 0;;) {
    std::uint8_t byte = *at++;
    value |= std::uintptr_t(byte & 127) << shift;
    shift += 7;
    if (byte >= 128) continue;
    if ((byte & 64) && shift < 32) value |= ~std::uintptr_t(0) << shift;
    return std::intptr_t(value);
  }
}

struct LandingPad {
  std::uintptr_t index;
  const std::uint8_t *table;
  std::uintptr_t selector;
};

// Returns the handler at the landing pad that accepts the exception; 0 for none.
std::uintptr_t findHandler(const LandingPad &pad, Flight *flight) {
  const std::uint8_t *at = pad.table;
  if (!at) return 0;
  if (*at++ != 0xff) readUnsigned(at);
  const std::uint8_t *types = nullptr;
  if (*at++ != 0xff) {
    std::uintptr_t offset = readUnsigned(at);
    types = at + offset;
  }
  at++;
  std::uintptr_t length = readUnsigned(at);
  const std::uint8_t *actions = at + length;
  std::uintptr_t action = 0;
  for (std::uintptr_t index = 0; index <= pad.index; index++) {
    readUnsigned(at);
    action = readUnsigned(at);
  }
  if (action == 0) return 0;
  for (const std::uint8_t *entry = actions + action - 1;;) {
    std::intptr_t filter = readSigned(entry);
    if (filter > 0) {
      const Type *type;
      std::memcpy(&type, types - 4 * filter, sizeof type);
      void *adjusted = thrownObject(flight->object);
      if (!type || type->can_catch(static_cast<const Type *>(flight->object->type), adjusted)) {
        flight->adjusted = adjusted;
        return std::uintptr_t(filter);
      }
    }
    const std::uint8_t *next = entry;
    std::intptr_t offset = readSigned(entry);
    if (offset == 0) return 0;
    entry = next + offset;
  }
}

// Common names only; a full demangler would be larger than most programs.
void readableName(const char *name, char *out, std::size_t room) {
  struct { const char *code, *text; } known[] = {
    {"i", "int"}, {"c", "char"}, {"b", "bool"}, {"d", "double"}, {"f", "float"}, {"l", "long"}, {"j", "unsigned int"},
    {"x", "long long"}, {"m", "unsigned long"}, {"PKc", "char const*"}, {"Pc", "char*"},
    {"NSt3__212basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEEE", "std::string"},
  };
  for (auto &[code, text] : known)
    if (!std::strcmp(name, code)) return void(std::snprintf(out, room, "%s", text));
  std::size_t used = 0;
  const char *at = name;
  bool nested = *at == 'N';
  if (nested) at++;
  auto add = [&](const char *text, int length) {
    used += std::snprintf(out + used, room - used, "%s%.*s", used ? "::" : "", length, text);
  };
  if (!std::strncmp(at, "St", 2)) add("std", 3), at += 2;
  while (*at >= '0' && *at <= '9') {
    char *part;
    long length = std::strtol(at, &part, 10);
    if (length > long(std::strlen(part)) || used + length + 3 > room) break;
    if (!(used == 3 && length == 3 && !std::strncmp(part, "__2", 3))) add(part, int(length));
    at = part + length;
  }
  if (std::strcmp(at, nested ? "E" : "") || used == 0) std::snprintf(out, room, "%s", name);
}

// Uses GCC's wording, which is explained everywhere.
[[noreturn]] void reportUncaught() {
  std::fflush(nullptr);
  if (!caught) {
    std::fprintf(stderr, "terminate called without an active exception\n");
  } else {
    const std::type_info *type = caught->object->type;
    char name[256];
    readableName(type->name(), name, sizeof name);
    std::fprintf(stderr, "terminate called after throwing an instance of '%s'\n", name);
    void *adjusted = thrownObject(caught->object);
    auto &standard = static_cast<const Type &>(typeid(std::exception));
    if (standard.can_catch(static_cast<const Type *>(type), adjusted))
      std::fprintf(stderr, "  what():  %s\n", static_cast<std::exception *>(adjusted)->what());
  }
  std::fflush(nullptr);
  if (__run_abort_handler) __run_abort_handler();
  std::_Exit(134);
}

struct Start {
  Start() { std::set_terminate(reportUncaught); }
};
[[gnu::init_priority(101)]] Start start;
}

extern "C" {
[[gnu::visibility("default")]] thread_local LandingPad __wasm_lpad_context;

int _Unwind_CallPersonality(void *flight) {
  __wasm_lpad_context.selector = findHandler(__wasm_lpad_context, static_cast<Flight *>(flight));
  return 0;
}

void *__cxa_allocate_exception(std::size_t size) noexcept {
  void *memory = std::calloc(1, sizeof(Header) + size);
  if (!memory) std::terminate();
  return thrownObject(static_cast<Header *>(memory));
}
void __cxa_free_exception(void *thrown) noexcept { std::free(headerOf(thrown)); }

[[noreturn]] void __cxa_throw(void *thrown, std::type_info *type, void *(*destroy)(void *)) {
  *headerOf(thrown) = {1, type, destroy};
  launch(headerOf(thrown));
}

void *__cxa_get_exception_ptr(void *flight) noexcept { return static_cast<Flight *>(flight)->adjusted; }

void *__cxa_begin_catch(void *thrown) noexcept {
  auto *flight = static_cast<Flight *>(thrown);
  flight->handlers = (flight->handlers < 0 ? -flight->handlers : flight->handlers) + 1;
  if (flight != caught) {
    flight->outer = caught;
    caught = flight;
  }
  uncaught--;
  return flight->adjusted;
}

void __cxa_end_catch() {
  Flight *flight = caught;
  if (!flight) return;
  if (flight->handlers < 0) {
    // Rethrown by this handler: the exception continues to the next handler.
    if (++flight->handlers == 0) caught = flight->outer;
  } else if (--flight->handlers == 0) {
    caught = flight->outer;
    Header *object = flight->object;
    std::free(flight);
    release(object);
  }
}

[[noreturn]] void __cxa_rethrow() {
  if (!caught) std::terminate();
  caught->handlers = -caught->handlers;
  uncaught++;
  __builtin_wasm_throw(0, caught);
}

std::type_info *__cxa_current_exception_type() { return caught ? caught->object->type : nullptr; }
bool __cxa_uncaught_exception() noexcept { return uncaught > 0; }
unsigned __cxa_uncaught_exceptions() noexcept { return uncaught; }

void __cxa_increment_exception_refcount(void *thrown) noexcept {
  if (thrown) headerOf(thrown)->references++;
}
void __cxa_decrement_exception_refcount(void *thrown) noexcept {
  if (thrown) release(headerOf(thrown));
}
void *__cxa_current_primary_exception() noexcept {
  if (!caught) return nullptr;
  caught->object->references++;
  return thrownObject(caught->object);
}
void __cxa_rethrow_primary_exception(void *thrown) {
  if (!thrown) return;
  headerOf(thrown)->references++;
  launch(headerOf(thrown));
}

__cxxabiv1::__cxa_exception *__cxxabiv1::__cxa_init_primary_exception(
    void *thrown, std::type_info *type, void *(*destroy)(void *)) noexcept {
  *headerOf(thrown) = {0, type, destroy};
  return nullptr;
}

[[noreturn]] void __cxa_bad_cast() { throw std::bad_cast(); }
[[noreturn]] void __cxa_bad_typeid() { throw std::bad_typeid(); }
[[noreturn]] void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }

// Linked in place of main, because no caller of main could report an uncaught exception.
int __real___main_void();
int __wrap___main_void() {
  try {
    return __real___main_void();
  } catch (...) {
    std::terminate();
  }
}

// Programs without streams contain neither the constructor nor the type.
struct ErrorCode {
  int value;
  const void *category;
};
[[gnu::weak]] void *makeFailure(void *, const char *, const ErrorCode &) asm("_ZNSt3__28ios_base7failureC1EPKcRKNS_10error_codeE");
[[gnu::weak]] void *destroyFailure(void *) asm("_ZNSt3__28ios_base7failureD1Ev");
[[gnu::weak]] const void *streamCategory() asm("_ZNSt3__217iostream_categoryEv");
[[gnu::weak]] extern std::type_info failureType asm("_ZTINSt3__28ios_base7failureE");

// Called where the library without exceptions aborts, with the name of the exception that it would have thrown.
[[noreturn]] void verboseAbort(const char *format, ...) asm("_ZNSt3__222__libcpp_verbose_abortEPKcz");
void verboseAbort(const char *format, ...) {
  std::va_list values;
  va_start(values, format);
  auto is = [format](const char *name) {
    std::size_t length = std::strlen(name);
    return !std::strncmp(format, name, length) && !std::strncmp(format + length, " was thrown", 11);
  };
  const char *message = std::strstr(format, "\"%s\"") && !std::strstr(format, "%i") ? va_arg(values, const char *) : "";
  // "stoi: no conversion": GCC's library and books use only the name.
  char name[64];
  std::snprintf(name, sizeof name, "%.*s", int(std::strcspn(message, ":")), message);
  if (is("invalid_argument")) throw std::invalid_argument(name);
  if (is("out_of_range")) throw std::out_of_range(name);
  if (is("length_error")) throw std::length_error(message);
  if (is("logic_error")) throw std::logic_error(message);
  if (is("domain_error")) throw std::domain_error(message);
  if (is("runtime_error")) throw std::runtime_error(message);
  if (is("range_error")) throw std::range_error(message);
  if (is("overflow_error")) throw std::overflow_error(message);
  if (is("underflow_error")) throw std::underflow_error(message);
  if (is("bad_alloc")) throw std::bad_alloc();
  if (is("bad_array_new_length")) throw std::bad_array_new_length();
  if (is("bad_cast")) throw std::bad_cast();
  if (is("bad_function_call")) throw std::bad_function_call();
  if (is("ios_base::failure") && makeFailure && streamCategory) {
    void *thrown = __cxa_allocate_exception(32);
    makeFailure(thrown, message, ErrorCode{1, streamCategory()});
    __cxa_throw(thrown, &failureType, destroyFailure);
  }
  if (std::strstr(format, " was thrown")) {
    char text[256];
    std::vsnprintf(text, sizeof text, format, values);
    throw std::runtime_error(text);
  }
  std::fflush(nullptr);
  std::vfprintf(stderr, format, values);
  std::abort();
}
}

// The library's own version ends the program when memory runs out.
[[gnu::weak]] void *operator new(std::size_t size) {
  for (;;) {
    if (void *memory = std::malloc(size ? size : 1)) return memory;
    std::new_handler handler = std::get_new_handler();
    if (!handler) throw std::bad_alloc();
    handler();
  }
}
[[gnu::weak]] void *operator new[](std::size_t size) { return operator new(size); }
[[gnu::weak]] void *operator new(std::size_t size, const std::nothrow_t &) noexcept { return std::malloc(size ? size : 1); }
[[gnu::weak]] void *operator new[](std::size_t size, const std::nothrow_t &) noexcept { return std::malloc(size ? size : 1); }
`
