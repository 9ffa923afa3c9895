/* The file at each compiled module's place: it takes this module out of the one extension with all code.

   The import system says in its spec which module it wants, so the same file serves for all of them:
   it is compiled and linked once, and copied to each module's place. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *create(PyObject *spec, PyModuleDef *Py_UNUSED(definition))
{
    PyObject *all = NULL, *name = NULL, *mangled = NULL, *entry = NULL, *capsule = NULL, *module = NULL;
    PyObject *(*begin)(void);

    all = PyImport_ImportModule(SHARED);
    if (all && (name = PyObject_GetAttrString(spec, "name")))
        mangled = PyObject_CallMethod(name, "replace", "ss", ".", "___"); /* as mypyc writes names */
    if (mangled && (entry = PyUnicode_FromFormat("init_%U", mangled)))
        capsule = PyObject_GetAttr(all, entry);
    if (capsule && (begin = (PyObject *(*)(void))PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule))))
        module = begin();
    Py_XDECREF(all);
    Py_XDECREF(name);
    Py_XDECREF(mangled);
    Py_XDECREF(entry);
    Py_XDECREF(capsule);
    return module;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_create, create},
#ifdef Py_mod_multiple_interpreters
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED}, /* compiled modules are shared */
#endif
    {0, NULL},
};

static PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = SHARED, .m_slots = slots};

/* The import system calls PyInit_ with the last part of a module's name. */
#define ENTRY(last_part) \
    PyMODINIT_FUNC PyInit_##last_part(void) { return PyModuleDef_Init(&definition); }

ENTRIES
