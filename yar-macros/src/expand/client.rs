//! The clients: one thin method for each of the trait's, once to be awaited and
//! once for callers that wait themselves.

use super::{
    argument, base_ident, client_result, defaults, info, local_at, outgoing, private_at,
    result_type,
};
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{Attribute, Ident};
use yar_idl::rust::{Method, ServiceTrait};

/// How a client waits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Waiting {
    /// Its methods are to be awaited.
    Async,
    /// They block.
    Blocking,
}

impl Waiting {
    /// What stands behind the name of a service.
    fn suffix(self) -> &'static str {
        match self {
            Self::Async => "Client",
            Self::Blocking => "BlockingClient",
        }
    }

    /// `CalculatorClient`
    pub(super) fn ident(self, service: &ServiceTrait) -> Ident {
        format_ident!("{}{}", service.item.ident, self.suffix())
    }

    /// The client that it wraps.
    fn transport(self, service: &ServiceTrait) -> TokenStream {
        let runtime = &service.runtime;
        match self {
            Self::Async => quote!(#runtime::Client),
            Self::Blocking => quote!(#runtime::blocking::Client),
        }
    }

    /// The function that makes a call.
    fn function(self, idempotent: bool) -> &'static str {
        match (self, idempotent) {
            (Self::Async, false) => "call",
            (Self::Async, true) => "call_idempotent",
            (Self::Blocking, false) => "call_blocking",
            (Self::Blocking, true) => "call_blocking_idempotent",
        }
    }
}

pub(super) fn expand(service: &ServiceTrait) -> TokenStream {
    let described = described(service);
    let clients = [Waiting::Async, Waiting::Blocking].map(|waiting| {
        let ident = waiting.ident(service);
        let head = head(service, waiting);
        let methods = service
            .methods
            .iter()
            .map(|it| method(service, it, waiting));
        quote! {
            #head

            #[allow(
                dead_code,
                deprecated,
                clippy::too_many_arguments,
                clippy::type_complexity
            )]
            impl #ident {
                #(#methods)*
            }
        }
    });
    quote!(#(#clients)* #described)
}

/// The description, with the type that any service of this trait has.
fn described(service: &ServiceTrait) -> TokenStream {
    let runtime = &service.runtime;
    let ident = Waiting::Async.ident(service);
    let info = info::expand(service);
    let defaults = defaults::expand(service);
    quote! {
        #defaults

        #[automatically_derived]
        #[allow(deprecated)]
        impl #runtime::__private::Described for #ident {
            const INFO: &'static #runtime::ServiceInfo = &#info;
        }
    }
}

/// The type and its conversions, without the methods.
pub(super) fn head(service: &ServiceTrait, waiting: Waiting) -> TokenStream {
    let runtime = &service.runtime;
    let visibility = &service.item.vis;
    let ident = waiting.ident(service);
    let transport = waiting.transport(service);
    let docs = match waiting {
        Waiting::Async => format!(
            " Calls a service `{}`. `yar::connect` makes one for an address, `from` one of a \
             client; a clone costs little, and all share its connections.",
            service.name
        ),
        Waiting::Blocking => format!(
            " Calls a service `{}` and blocks until the answer is there. `yar::blocking::connect` \
             makes one for an address, `from` one of a client; clones share their connections.",
            service.name
        ),
    };
    let base = base_ident(service, waiting.suffix());
    let inner = match &base {
        Some(base) => quote!(#base),
        None => transport.clone(),
    };
    let to_base = base.as_ref().map(|base| to_base(&ident, base));
    let (make, give) = match base {
        Some(_) => (
            quote!(::core::convert::From::from(client)),
            quote!(::core::convert::AsRef::as_ref(&self.0)),
        ),
        None => (quote!(client), quote!(&self.0)),
    };
    quote! {
        #[doc = #docs]
        #[derive(::core::clone::Clone, ::core::fmt::Debug)]
        #[allow(dead_code, non_camel_case_types)]
        #visibility struct #ident(#inner);

        #[automatically_derived]
        impl ::core::convert::From<#transport> for #ident {
            fn from(client: #transport) -> Self {
                Self(#make)
            }
        }

        #[automatically_derived]
        impl ::core::convert::AsRef<#transport> for #ident {
            fn as_ref(&self) -> &#transport {
                #give
            }
        }

        #[automatically_derived]
        impl #runtime::WithOptions for #ident {
            fn with_options(&self, options: &#runtime::CallOptions) -> Self {
                Self(#runtime::WithOptions::with_options(&self.0, options))
            }
        }

        #to_base
    }
}

/// Methods of the base are called as if they were its own.
fn to_base(ident: &Ident, base: &TokenStream) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl ::core::ops::Deref for #ident {
            type Target = #base;

            fn deref(&self) -> &#base {
                &self.0
            }
        }
    }
}

pub(super) fn method(service: &ServiceTrait, method: &Method, waiting: Waiting) -> TokenStream {
    let visibility = &service.item.vis;
    let Method { ident, name, .. } = method;
    let attributes = method.attributes.iter().filter(|it| goes_along(it));
    let docs = method.docs.is_empty().then(|| {
        let text = format!(" Calls `{name}`.");
        quote!(#[doc = #text])
    });
    let params = method.params.iter().map(|param| {
        let ident = &param.ident;
        let taken = argument::taken(service, param);
        quote!(#ident: #taken)
    });
    let returns = client_result(service, method);
    let left_out = left_out_docs(method);
    let body = body(service, method, waiting);
    let asynchronous = (waiting == Waiting::Async).then(|| quote!(async));
    quote! {
        #(#attributes)*
        #docs
        #left_out
        #visibility #asynchronous fn #ident(&self, #(#params),*) -> #returns {
            #body
        }
    }
}

fn body(service: &ServiceTrait, method: &Method, waiting: Waiting) -> TokenStream {
    let Method { ident, name, .. } = method;
    let result = result_type(method);
    let private = private_at(ident.span(), service);
    let function = Ident::new(waiting.function(method.idempotent), ident.span());
    let client = match &service.base {
        Some(_) => quote!(::core::convert::AsRef::as_ref(&self.0)),
        None => quote!(&self.0),
    };
    let holes = outgoing::holes(service, method);
    let arguments = outgoing::arguments(service, method);
    if waiting == Waiting::Blocking {
        return quote_spanned! {ident.span()=>
            #holes
            #private::#function::<#result, _>(#client, #name, &#arguments)
        };
    }
    let call = local_at("__yar_call", ident.span());
    quote_spanned! {ident.span()=>
        #holes
        let mut #call = #private::#function(#client, #name, &#arguments);
        #private::answer::<#result>(&mut #call).await
    }
}

/// Says what `None` means where it means to leave an argument out.
fn left_out_docs(method: &Method) -> TokenStream {
    let lines = method.params.iter().filter(|it| it.may_be_left_out());
    let lines = lines.map(|param| {
        let text = match &param.default {
            Some(default) => {
                let default = yar_idl::rust::spell(default);
                format!(
                    " `{}` may be left out: `None` means `{default}`.",
                    param.name
                )
            }
            None => format!(" `{}` may be left out: `None`.", param.name),
        };
        quote!(#[doc = ""] #[doc = #text])
    });
    quote!(#(#lines)*)
}

/// What is said of the trait's method and holds for the client's.
fn goes_along(attribute: &Attribute) -> bool {
    let path = attribute.path();
    ["doc", "deprecated", "allow"]
        .iter()
        .any(|name| path.is_ident(name))
}
