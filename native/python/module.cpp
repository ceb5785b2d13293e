// The Python module: the interface of the kernel, bound by templates.
#include "api/hooks.hpp"
#include "api/interface.hpp"
#include "python/infinite_casters.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace hyperchess::api {

void check_signals() {
  nb::gil_scoped_acquire acquire;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

bool caught_budget_exhausted() {
  try {
    throw;
  } catch (const BudgetExhausted&) {
    return true;
  } catch (...) {
    return false;
  }
}

}  // namespace hyperchess::api

namespace hyperchess::python {

PyObject* make_named(PyTypeObject* type, PyObject* items) noexcept {
  static const auto new_tuple = reinterpret_cast<newfunc>(PyType_GetSlot(&PyTuple_Type, Py_tp_new));
  PyObject* const arguments = PyTuple_New(1);
  if (!arguments) {
    Py_DECREF(items);
    return nullptr;
  }
  PyTuple_SetItem(arguments, 0, items);
  PyObject* const made = new_tuple(type, arguments, nullptr);
  Py_DECREF(arguments);
  return made;
}

namespace {

void raise(const char* name, const char* message) {
  nb::object error = nb::module_::import_("hyperchess.errors").attr(name);
  PyErr_SetString(error.ptr(), message);
}

template <class T>
constexpr bool is_function = false;
template <class... Ts>
constexpr bool is_function<std::function<void(Ts...)>> = true;

template <class T>
auto argument(const char* name) {
  if constexpr (is_function<std::remove_cvref_t<T>>)
    return nb::arg(name).none();
  else
    return nb::arg(name);
}

// Create the named tuples of the records in a type.
template <class T>
struct Named {
  static void add(nb::module_& module) {
    if constexpr (api::IsRecord<T>) {
      if (named_tuple<T>) return;
      nb::list fields;
      std::apply(
          [&]<class... Gets>(const api::Field<Gets>&... each) {
            (Named<api::FieldType<T, Gets>>::add(module), ...);
            (fields.append(nb::make_tuple(each.name, api::type_name<api::FieldType<T, Gets>>.characters)),
             ...);
          },
          api::record<T>.fields);
      const char* const name = api::record<T>.name;
      if (*name == '\0') return;
      nb::object made = nb::module_::import_("typing").attr("NamedTuple")(name, fields);
      made.attr("__module__") = module.attr("__name__");
      module.attr(name) = made;
      named_tuple<T> = reinterpret_cast<PyTypeObject*>(made.release().ptr());
    }
  }
};
// Their classes come from Python.
template <class T>
  requires(std::is_same_v<T, inf::Square> || std::is_same_v<T, inf::Move> || std::is_same_v<T, inf::Ray>)
struct Named<T> {
  static void add(nb::module_&) {}
};
template <class T>
struct Named<std::vector<T>> : Named<T> {};
template <class T>
struct Named<std::optional<T>> : Named<T> {};
template <class... Ts>
struct Named<std::function<void(Ts...)>> {
  static void add(nb::module_& module) { (Named<std::remove_cvref_t<Ts>>::add(module), ...); }
};

template <class T>
class Class {
 public:
  Class(nb::module_& module, const char* description)
      : module_(module), class_(module, api::object_name<T>, description) {}

  template <class... Arguments, class... Names>
  Class& constructor(T (*make)(Arguments...), Names... names) {
    class_.def(
        "__init__",
        [make](T* self, Arguments... arguments) {
          new (self) T(make(std::forward<Arguments>(arguments)...));
        },
        argument<Arguments>(names)...);
    return *this;
  }
  template <class State>
  Class& pickled(T (*make)(const State&), State (*get)(const T&)) {
    Named<State>::add(module_);
    const auto set = [make](T* self, const State& state) { new (self) T(make(state)); };
    class_.def("__init__", set, "state"_a).def("__getstate__", get).def("__setstate__", set, "state"_a);
    return *this;
  }
  template <class Result, class... Arguments, class... Names>
  Class& factory(const char* name, Result (*function)(Arguments...), const char* description,
                 Names... names) {
    add_named<Result, Arguments...>();
    class_.def_static(name, function, argument<Arguments>(names)..., description);
    return *this;
  }
  template <class Result, class Self, class... Arguments, class... Names>
  Class& method(const char* name, Result (*function)(Self, Arguments...), const char* description,
                Names... names) {
    add_named<Result, Arguments...>();
    class_.def(name, function, argument<Arguments>(names)..., description);
    return *this;
  }
  // A method that may take long releases the lock of the interpreter.
  template <class Result, class Self, class... Arguments, class... Names>
  Class& search(const char* name, Result (*function)(Self, Arguments...), const char* description,
                Names... names) {
    add_named<Result, Arguments...>();
    class_.def(name, function, argument<Arguments>(names)..., description,
               nb::call_guard<nb::gil_scoped_release>());
    return *this;
  }
  template <class Result>
  Class& property(const char* name, Result (*function)(const T&), const char* description) {
    class_.def_prop_ro(name, function, description);
    return *this;
  }

 private:
  template <class... Ts>
  void add_named() {
    (Named<std::remove_cvref_t<Ts>>::add(module_), ...);
  }

  nb::module_& module_;
  nb::class_<T> class_;
};

struct Module {
  nb::module_& module;

  template <class Value>
  void constant(const char* name, Value value) {
    module.attr(name) = value;
  }
  template <class Result, class... Arguments, class... Names>
  void function(const char* name, Result (*function)(Arguments...), const char* description, Names... names) {
    Named<Result>::add(module);
    module.def(name, function, argument<Arguments>(names)..., description);
  }
  template <class T>
  Class<T> object(const char* description) {
    return Class<T>(module, description);
  }
};

}  // namespace
}  // namespace hyperchess::python

NB_MODULE(_native, module) {
  using namespace hyperchess;
  module.doc() =
      "C++ kernel. Use `hyperchess.multiverse`, `hyperchess.infinite` and `hyperchess.engine` instead.";
  // Positions that are still alive when the process ends are not leaks.
  nb::set_leak_warnings(false);
  nb::register_exception_translator([](const std::exception_ptr& error, void*) {
    try {
      std::rethrow_exception(error);
    } catch (const InvalidPosition& invalid) {
      python::raise("InvalidPosition", invalid.what());
    } catch (const BudgetExhausted& exhausted) {
      python::raise("BudgetExhausted", exhausted.what());
    } catch (const Busy& busy) {
      python::raise("Busy", busy.what());
    } catch (const std::invalid_argument& invalid) {
      python::raise("InvalidArgument", invalid.what());
    }
  });
  python::Module bound{module};
  api::declare_multiverse(bound);
  api::declare_infinite(bound);
  api::declare_tuning(bound);
  api::declare_windows(bound);
  module.def(
      "use_infinite_classes",
      [](nb::object square, nb::object move, nb::object ray, const nb::dict& codes) {
        python::infinite_classes =
            new python::InfiniteClasses(std::move(square), std::move(move), std::move(ray), codes);
      },
      "square"_a, "move"_a, "ray"_a, "codes"_a,
      nb::sig("def use_infinite_classes(square: object, move: object, ray: object, codes: dict[typing.Any, "
              "int]) -> None"),
      "Set the classes of squares, moves and rays of infinite chess, and the codes of its pieces.");
}
